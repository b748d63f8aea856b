"""Made-up forms, returns and letters of agencies beside the SEC, with what each of them states.

Belongs here: papers written for these tests. No real filer is named.
"""

from __future__ import annotations

from tests.providers.offline.filings import Filing

OTHER_AGENCIES: dict[str, Filing] = {
    "energy docket": Filing(
        "176 FERC ¶ 61,042\nUNITED STATES OF AMERICA\nFEDERAL ENERGY REGULATORY COMMISSION\n\n"
        "Northwind Pipeline, LLC\tDocket No. CP20-55-000\n\nORDER ISSUING CERTIFICATE\n\n(Issued July 22, 2021)\n",
        {
            "regulatory_body": "FEDERAL ENERGY REGULATORY COMMISSION",
            "entity_name": "Northwind Pipeline, LLC",
            "reference_number": "CP20-55-000",
            "filing_type": "ORDER ISSUING CERTIFICATE",
        },
    ),
    "utility's annual report": Filing(
        "THIS FILING IS\nItem 1: [X] An Initial (Original) Submission\nFERC FINANCIAL REPORT\nFERC FORM No. 1: Annual "
        "Report of\nMajor Electric Utilities, Licensees and Others\nExact Legal Name of Respondent (Company)\n"
        "Northwind Power Company\nYear/Period of Report\nEnd of 2020/Q4\n",
        {"filing_type": "FERC FORM No. 1", "entity_name": "Northwind Power Company"},
    ),
    "communications application": Filing(
        "Federal Communications Commission\nWashington, D.C. 20554\n\nFCC Form 601\nApplication for Radio Service "
        "Authorization\n\nLicensee: Northwind Wireless LLC\nFile Number: 0009123456\nCall Sign: WQAB123\n"
        "Date of Action: 03/16/2021\n",
        {
            "regulatory_body": "Federal Communications Commission",
            "filing_type": "FCC Form 601",
            "entity_name": "Northwind Wireless LLC",
            "reference_number": "0009123456",
        },
    ),
    "warning letter": Filing(
        "U.S. Food and Drug Administration\n\nWARNING LETTER\n\nNorthwind Foods Inc.\nMARCS-CMS 612345 — MAY 10, "
        "2021\n\n"
        "Delivery Method: VIA UPS\nProduct: Food & Beverages\n\nRecipient:\nIlse Puttkamer\nNorthwind Foods Inc.\n\n"
        "Dear Ms. Puttkamer:\nThe United States Food and Drug Administration inspected your facility.\n",
        {
            "regulatory_body": "Food and Drug Administration",
            "filing_type": "WARNING LETTER",
            "entity_name": "Northwind Foods Inc.",
            "reference_number": "612345",
        },
    ),
    "device clearance": Filing(
        "DEPARTMENT OF HEALTH & HUMAN SERVICES\nFood and Drug Administration\n\nNorthwind Medical, Inc.\n"
        "℅ Ilse Puttkamer\n\nRe: K201234\nTrade/Device Name: Northwind Pump\nRegulation Number: 21 CFR 880.5725\n"
        "Dated: April 30, 2020\nReceived: May 4, 2020\n\nDear Ilse Puttkamer:\n"
        "We have reviewed your Section 510(k) premarket notification of intent to market the device.\n",
        {"entity_name": "Northwind Medical, Inc.", "reference_number": "K201234"},
    ),
    "environmental permit": Filing(
        "UNITED STATES ENVIRONMENTAL PROTECTION AGENCY\nREGION 1\n\nAUTHORIZATION TO DISCHARGE UNDER THE\n"
        "NATIONAL POLLUTANT DISCHARGE ELIMINATION SYSTEM\n\nPermit No. NH0100123\n\n"
        "Permittee: Town of Northwind\nEffective Date: July 1, 2020\nExpiration Date: June 30, 2025\n",
        {"entity_name": "Town of Northwind", "reference_number": "NH0100123"},
    ),
    "individual's tax return": Filing(
        "Form 1040\tDepartment of the Treasury—Internal Revenue Service (99)\t2020\nU.S. Individual Income Tax Return\t"
        "OMB No. 1545-0074\nYour first name and middle initial\tLast name\tYour social security number\n"
        "Ilse M\tPuttkamer\t000-12-3456\n",
        {
            "filing_type": "Form 1040",
            "regulatory_body": "Internal Revenue Service",
            "entity_name": "Ilse M Puttkamer",
            "reference_number": None,
        },
    ),
    "corporation's tax return": Filing(
        "Form 1120\nU.S. Corporation Income Tax Return\nDepartment of the Treasury\nInternal Revenue Service\n"
        "For calendar year 2019 or tax year beginning 07/01/2019, ending 06/30/2020\n"
        "Name\nNORTHWIND OPTICS INC\nB Employer identification number\n47-1234567\nC Date incorporated\n01/15/2014\n",
        {
            "filing_type": "Form 1120",
            "regulatory_body": "Internal Revenue Service",
            "entity_name": "NORTHWIND OPTICS INC",
            "period_of_report": "2020-06-30",
        },
    ),
    "charity's return": Filing(
        "Form 990\nDepartment of the Treasury\nInternal Revenue Service\nReturn of Organization Exempt From Income "
        "Tax\n"
        "A For the 2019 calendar year, or tax year beginning 07-01-2019, and ending 06-30-2020\n"
        "C Name of organization\nNORTHWIND FOUNDATION\nDoing business as\nD Employer identification number\n"
        "47-7654321\n",
        {
            "filing_type": "Form 990",
            "entity_name": "NORTHWIND FOUNDATION",
            "period_of_report": "2020-06-30",
        },
    ),
    "employer's quarterly return": Filing(
        "Form 941 for 2021: Employer’s QUARTERLY Federal Tax Return\nDepartment of the Treasury — Internal Revenue "
        "Service\nEmployer identification number (EIN)\t47-1234567\nName (not your trade name)\tNORTHWIND OPTICS INC\n"
        "Trade name (if any)\n",
        {
            "filing_type": "Form 941",
            "regulatory_body": "Internal Revenue Service",
            "entity_name": "NORTHWIND OPTICS INC",
        },
    ),
    "wage statement": Filing(
        "Form W-2 Wage and Tax Statement 2020\nDepartment of the Treasury—Internal Revenue Service\n"
        "a Employee's social security number\n000-12-3456\nb Employer identification number (EIN)\n47-1234567\n"
        "c Employer's name, address, and ZIP code\nNorthwind Optics Inc\n12 Harbour Road\nd Control number\n8812\n",
        {"filing_type": "Form W-2", "entity_name": "Northwind Optics Inc", "reference_number": "8812"},
    ),
    "annual report to a state": Filing(
        "2021 FLORIDA LIMITED LIABILITY COMPANY ANNUAL REPORT\n\nDOCUMENT# L12000012345\nEntity Name: NORTHWIND MARINA "
        "LLC\nCurrent Principal Place of Business:\n12 HARBOUR ROAD\nFEI Number: 47-1234567\n\nFILED\nJan 11, 2021\n"
        "Secretary of State\n1234567890CC\n",
        {
            "filing_type": "2021 FLORIDA LIMITED LIABILITY COMPANY ANNUAL REPORT",
            "entity_name": "NORTHWIND MARINA LLC",
            "reference_number": "L12000012345",
            "filing_date": "2021-01-11",
            "regulatory_body": "Secretary of State",
        },
    ),
    "statement of information": Filing(
        "STATE OF CALIFORNIA\nOffice of the Secretary of State\nSTATEMENT OF INFORMATION\nCORPORATION\n"
        "California Secretary of State\n1500 11th Street\n\nEntity Details\nCorporation Name\tNORTHWIND OPTICS, INC.\n"
        "Entity No.\t4123456\nFormed In\tDELAWARE\nDate Filed: 1/28/2022\n",
        {
            "filing_type": "STATEMENT OF INFORMATION",
            "entity_name": "NORTHWIND OPTICS, INC.",
            "reference_number": "4123456",
            "filing_date": "2022-01-28",
        },
    ),
    "confirmation statement": Filing(
        "CS01 (ef)\nConfirmation Statement\n\nCompany Name: NORTHWIND TRADING LIMITED\nCompany Number: 09123456\n\n"
        "Received for filing in Electronic Format on the: 15/03/2021\n\nCompany Name: NORTHWIND TRADING LIMITED\n"
        "Confirmation Statement date: 14/03/2021\n",
        {
            "filing_type": "Confirmation Statement",
            "entity_name": "NORTHWIND TRADING LIMITED",
            "reference_number": "09123456",
            "filing_date": "2021-03-15",
        },
    ),
    "accounts for the registrar": Filing(
        "Company Registration No. 09123456 (England and Wales)\n\nNORTHWIND TRADING LIMITED\n\nUNAUDITED FINANCIAL "
        "STATEMENTS\n\nFOR THE YEAR ENDED 31 MARCH 2021\n\nPAGES FOR FILING WITH REGISTRAR\n",
        {
            "filing_type": "UNAUDITED FINANCIAL STATEMENTS",
            "entity_name": "NORTHWIND TRADING LIMITED",
            "reference_number": "09123456",
            "period_of_report": "2021-03-31",
        },
    ),
    "appointment of a director": Filing(
        "AP01(ef)\nAppointment of Director\nCompany Name: NORTHWIND TRADING LIMITED\nCompany Number: 09123456\n"
        "Received for filing in Electronic Format on the: 02/04/2020\nNew Appointment Details\n"
        "Date of Appointment: 01/04/2020\nName: MS ILSE PUTTKAMER\n",
        {
            "filing_type": "Appointment of Director",
            "entity_name": "NORTHWIND TRADING LIMITED",
            "reference_number": "09123456",
        },
    ),
    "bank's call report": Filing(
        "Federal Financial Institutions Examination Council\nConsolidated Reports of Condition and Income for\n"
        "a Bank with Domestic Offices Only—FFIEC 041\nReport at the close of business March 31, 2021\n"
        "Legal title of bank: NORTHWIND SAVINGS BANK\nFDIC Certificate Number: 21234\n",
        {
            "filing_type": "FFIEC 041",
            "regulatory_body": "Federal Financial Institutions Examination Council",
            "entity_name": "NORTHWIND SAVINGS BANK",
            "period_of_report": "2021-03-31",
            "reference_number": "21234",
        },
    ),
    "business licence": Filing(
        "STATE OF ACMELAND\nDEPARTMENT OF LICENSING\nBUSINESS LICENSE\n\nIssued to: Northwind Catering LLC\n"
        "License Number: BL-2020-4411\nIssue Date: January 4, 2020\nExpiration Date: January 3, 2021\n",
        {
            "filing_type": "BUSINESS LICENSE",
            "regulatory_body": "DEPARTMENT OF LICENSING",
            "entity_name": "Northwind Catering LLC",
            "reference_number": "BL-2020-4411",
        },
    ),
    "lobbying report": Filing(
        "Clerk of the House of Representatives\nSecretary of the Senate\nLOBBYING REPORT\nLobbying Disclosure Act of "
        "1995 (Section 5)\n1. Registrant Name: Northwind Advocates LLC\n5. Senate ID# 400123456-12\n"
        "House ID# 412340000\nYear: 2021 Q1 (1/1 - 3/31)\n",
        {
            "filing_type": "LOBBYING REPORT",
            "entity_name": "Northwind Advocates LLC",
            "reference_number": "400123456-12",
        },
    ),
    "campaign report": Filing(
        "FEC FORM 3X\nREPORT OF RECEIPTS AND DISBURSEMENTS\nFor Other Than An Authorized Committee\n"
        "1. NAME OF COMMITTEE (in full)\nNorthwind Employees PAC\n2. FEC IDENTIFICATION NUMBER\nC00412345\n"
        "5. Covering Period\t01/01/2021 through 06/30/2021\n",
        {
            "filing_type": "FEC FORM 3X",
            "entity_name": "Northwind Employees PAC",
            "reference_number": "C00412345",
            "period_of_report": "2021-06-30",
        },
    ),
    "log of injuries": Filing(
        "OSHA's Form 300A (Rev. 01/2004)\nSummary of Work-Related Injuries and Illnesses\nYear 2019\n"
        "U.S. Department of Labor\nOccupational Safety and Health Administration\n"
        "Establishment information\nYour establishment name: Northwind Foundry\nStreet: 3 Mill Lane\n",
        {
            "filing_type": "Form 300A",
            "regulatory_body": "Occupational Safety and Health Administration",
            "entity_name": "Northwind Foundry",
        },
    ),
    "suspicious activity": Filing(
        "Department of the Treasury\nFinancial Crimes Enforcement Network\nFinCEN Form 114\n"
        "Report of Foreign Bank and Financial Accounts (FBAR)\nFiler name: Ilse Puttkamer\n"
        "Report for calendar year ended: 12/31/2019\nBSA Identifier: 31000123456789\n",
        {
            "filing_type": "FinCEN Form 114",
            "regulatory_body": "Financial Crimes Enforcement Network",
            "entity_name": "Ilse Puttkamer",
            "reference_number": "31000123456789",
            "period_of_report": "2019-12-31",
        },
    ),
}

RETURNS: dict[str, Filing] = {
    "inquiry": Filing(
        "IFTA Tax Inquiry\nAccount Inquiry - Fuel Tax System\n\nAccount #\tTX-445566\nCarrier Name\tNorthwind Freight "
        "LLC\nFiling Quarter\t2Q2023\nInquiry Status\tOPEN\n",
        {"filing_type": "IFTA Tax Inquiry", "entity_name": "Northwind Freight LLC", "reference_number": "TX-445566"},
    ),
    "summary": Filing(
        "INTERNATIONAL FUEL TAX AGREEMENT (IFTA)\nTAX SUMMARY REPORT\nReporting Period: Q1 2023\nNorthwind Freight "
        "LLC\nIFTA License: TX000445566\n",
        {
            "filing_type": "TAX SUMMARY REPORT",
            "entity_name": "Northwind Freight LLC",
            "reference_number": "TX000445566",
        },
    ),
    "return whose title goes on behind a colon": Filing(
        "State of Acmeland\nMotor Carrier Services\nIFTA Quarterly Tax Return: 1st Quarter 2023\nLicensee   Northwind "
        "Freight LLC\nLicense No.   AC-99887\n",
        {
            "filing_type": "IFTA Quarterly Tax Return",
            "entity_name": "Northwind Freight LLC",
            "reference_number": "AC-99887",
        },
    ),
    "schedule in cells": Filing(
        "IFTA Return Schedule\tPage 1 of 2\nCompany: Northwind Freight LLC\tAccount: AC-99887\tQuarter: Q2\n",
        {"filing_type": "IFTA Return Schedule", "entity_name": "Northwind Freight LLC", "reference_number": "AC-99887"},
    ),
    "numbered return": Filing(
        "Form IFTA-100\nIFTA Quarterly Fuel Use Tax Return\nUse this form to report operations for the quarter ending "
        "June 30, 2020\nName: Northwind Freight LLC\nLicensee IFTA identification number\nNY471234567\n",
        {"filing_type": "Form IFTA-100", "entity_name": "Northwind Freight LLC", "reference_number": "NY471234567"},
    ),
    "state return": Filing(
        "Sales and Use Tax Return\nTaxpayer ID: 3-22445-6677-1\nTaxpayer name and mailing address\nNorthwind Freight "
        "LLC\n12 Harbour Road\n",
        {
            "filing_type": "Sales and Use Tax Return",
            "entity_name": "Northwind Freight LLC",
            "reference_number": "3-22445-6677-1",
        },
    ),
    "labels without a border": Filing(
        "Fuel Tax Multi-Section Return\n\nSection A - Filer\nLegal Business Name Northwind Freight LLC\nFEIN "
        "47-1234567\nReturn ID RT-2023-8899\n\nSection B - Miles\n",
        {
            "filing_type": "Fuel Tax Multi-Section Return",
            "entity_name": "Northwind Freight LLC",
            "reference_number": "RT-2023-8899",
        },
    ),
    "property tax": Filing(
        "PROPERTY TAX STATEMENT 2020\nAcme County Treasurer\nOwner Name: Northwind Holdings Inc\nParcel Number: "
        "12-345-678\n",
        {
            "filing_type": "PROPERTY TAX STATEMENT 2020",
            "entity_name": "Northwind Holdings Inc",
            "reference_number": "12-345-678",
        },
    ),
    "assessment": Filing(
        "Notice of Assessment\nDate: 12 March 2021\nTaxpayer: Northwind Ltd\nOur ref: 123/AB456\nHM Revenue & "
        "Customs\n",
        {"filing_type": "Notice of Assessment", "entity_name": "Northwind Ltd", "reference_number": "123/AB456"},
    ),
    "good standing": Filing(
        "DEPARTMENT OF STATE\nCERTIFICATE OF GOOD STANDING\nI certify that NORTHWIND OPTICS INC. is duly formed.\n"
        "Authentication: 203412345\nFile Number: 5512345\n",
        {
            "filing_type": "CERTIFICATE OF GOOD STANDING",
            "entity_name": "NORTHWIND OPTICS INC.",
            "reference_number": "5512345",
        },
    ),
    "apparent liability": Filing(
        "Federal Communications Commission\nDA 21-345\nBefore the\nFEDERAL COMMUNICATIONS COMMISSION\nWashington, "
        "D.C. 20554\n\nIn the Matter of\n\nNorthwind Radio, Inc.\n\nLicensee of Station WXYZ\n)\n)\nFile No. "
        "EB-FIELDNER-20-00031234\n\nNOTICE OF APPARENT LIABILITY FOR FORFEITURE\n",
        {
            "filing_type": "NOTICE OF APPARENT LIABILITY FOR FORFEITURE",
            "entity_name": "Northwind Radio, Inc.",
            "reference_number": "EB-FIELDNER-20-00031234",
        },
    ),
    "consent order": Filing(
        "CONSENT AGREEMENT AND FINAL ORDER\nUNITED STATES ENVIRONMENTAL PROTECTION AGENCY REGION 5\nIn the Matter "
        "of:\nNorthwind Chemicals, Inc.\nRespondent\nDocket No. CAA-05-2020-0012\n",
        {
            "filing_type": "CONSENT AGREEMENT AND FINAL ORDER",
            "entity_name": "Northwind Chemicals, Inc.",
            "reference_number": "CAA-05-2020-0012",
        },
    ),
    "partner’s share": Filing(
        "Schedule K-1 (Form 1065)\n2019\nDepartment of the Treasury\nInternal Revenue Service\nA Partnership's "
        "employer identification number\n47-1111111\nB Partnership's name, address, city, state, and ZIP code\n"
        "Northwind Partners LP\n",
        {"filing_type": "Schedule K-1 (Form 1065)", "entity_name": "Northwind Partners LP", "reference_number": None},
    ),
    "payments": Filing(
        "1099-MISC 2020 Miscellaneous Income\nPAYER'S name, street address, city\nNorthwind Optics Inc\n12 Harbour "
        "Road\nRECIPIENT'S name\nIlse Puttkamer\nDepartment of the Treasury - Internal Revenue Service\nForm "
        "1099-MISC\n",
        {"filing_type": "Form 1099-MISC", "entity_name": "Northwind Optics Inc", "reference_number": None},
    ),
}
