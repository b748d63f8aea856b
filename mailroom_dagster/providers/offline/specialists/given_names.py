"""Common given names: how a person is told from an organisation without a legal form.

Source: the most frequent first names of the United States census of 1990 (public domain) and a few frequent later ones.
"""

from __future__ import annotations

from mailroom_dagster.providers.offline.specialists.common import word_set

GIVEN_NAMES = word_set(
    "james john robert michael william david richard charles joseph thomas christopher daniel paul mark donald "
    "george kenneth steven stephen edward brian ronald anthony kevin jason matthew gary timothy jose larry "
    "jeffrey frank scott eric andrew raymond gregory joshua jerry dennis walter patrick peter harold douglas "
    "henry carl arthur ryan roger joe juan jack albert jonathan justin terry gerald keith samuel willie ralph "
    "lawrence nicholas roy benjamin bruce brandon adam harry fred wayne billy steve louis jeremy aaron randy "
    "howard eugene carlos russell bobby victor martin ernest phillip philip todd jesse craig alan shawn clarence "
    "sean chris johnny earl jimmy antonio danny bryan tony luis mike stanley leonard nathan dale manuel rodney "
    "curtis norman allen marvin vincent glenn jeffery travis jeff chad jacob lee melvin alfred kyle francis "
    "bradley jesus herbert frederick ray joel edwin don eddie ricky troy randall barry alexander bernard mario "
    "leroy francisco marcus micheal theodore clifford miguel oscar jay jim tom calvin alex jon ronnie bill lloyd "
    "tommy leon derek warren darrell jerome floyd leo alvin tim wesley gordon dean greg jorge dustin pedro "
    "derrick dan lewis zachary corey herman maurice vernon roberto clyde glen hector shane ricardo sam rick "
    "lester brent ramon charlie tyler gilbert gene marc reginald ruben brett angel nathaniel rafael mary patricia "
    "linda barbara elizabeth jennifer maria susan margaret dorothy lisa nancy karen betty helen sandra donna "
    "carol ruth sharon michelle laura sarah kimberly deborah jessica shirley cynthia angela melissa brenda amy "
    "anna rebecca virginia kathleen pamela martha debra amanda stephanie carolyn christine marie janet catherine "
    "frances ann joyce diane alice julie heather teresa doris gloria evelyn jean cheryl mildred katherine joan "
    "ashley judith rose janice kelly nicole judy christina kathy theresa beverly denise tammy irene jane lori "
    "rachel marilyn andrea kathryn louise sara anne jacqueline wanda bonnie julia ruby lois tina phyllis norma "
    "paula diana annie lillian emily robin peggy crystal gladys rita dawn connie florence tracy edna tiffany "
    "carmen rosa cindy grace wendy victoria edith kim sherry sylvia josephine thelma shannon sheila ethel ellen "
    "elaine marjorie carrie charlotte monica esther pauline emma juanita anita rhonda hazel amber eva debbie "
    "april leslie clara lucille jamie joanne eleanor valerie danielle megan alicia suzanne michele gail bertha "
    "darlene veronica jill erin geraldine lauren cathy joann lorraine lynn sally regina erica beatrice dolores "
    "bernice audrey yvonne annette samantha marion dana stacy ana renee ida vivian roberta holly brittany melanie "
    "loretta yolanda jeanette laurie katie kristen vanessa alma sue elsie beth jeanne vicki carla tara rosemary "
    "eileen terri gertrude lucy tonya ella stacey wilma gina kristin jessie natalie agnes vera charlene bessie "
    "delores melinda pearl arlene maureen colleen allison tamara joy georgia constance lillie claudia jackie "
    "marcia tanya nellie minnie marlene heidi glenda lydia viola courtney marian stella caroline dora jo vickie "
    "mattie abigail christian evan ethan gabriel ian isaac jordan luke mohammed muhammad ahmed noah oliver olivia "
    "sophia hannah madison sofia"
)
"""Lower case."""
