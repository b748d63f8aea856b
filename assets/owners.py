"""Who answers for the assets, as the Dagster UI shows it."""

OWNERS = ["team:legal-operations"]
