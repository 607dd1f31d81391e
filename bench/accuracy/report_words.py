"""The words that made-up reports are made of (reports.py, agency.py): places, lines of
accounts, headings, sentences."""

PLACES = ("Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia Hawaii Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland "
          "Massachusetts Michigan Minnesota Mississippi Missouri Montana Nebraska Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|"
          "Oregon|Pennsylvania|Rhode Island|South Carolina|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|District of Columbia|Puerto Rico")
PLACES = [p for part in PLACES.split("|") for p in (part.split() if part.startswith("Alabama") else [part])]
ITEMS = """Agriculture, forestry and fishing|Mining and quarrying|Construction|Manufacturing|Durable goods|Nondurable goods|Wholesale trade|Retail trade|Finance and insurance|
Real estate, rental and leasing|Professional and business services|Educational services|Health care and social assistance|Leisure and hospitality|Federal Government|
State and local government|Other services, except public administration|Information|Utilities|Transportation and warehousing|Private households|Self-employed workers|
Persons below the poverty level|Children under 18 years of age|Persons 65 years and over|High school graduate or equivalent|Some college, no degree|Bachelor's degree or higher|
Married-couple families|Female householder, no spouse present|Owner-occupied housing units|Renter-occupied housing units|Vacant units|Median household income in dollars|
Gross rent as a percentage of income|Number of establishments with paid employees|Annual payroll|Value of shipments|Capital expenditures|Research and development|
Natural gas|Crude oil and lease condensate|Coal|Nuclear electric power|Hydroelectric|Wind|Solar and photovoltaic|Geothermal|Biomass and waste|Petroleum products supplied|
Motor gasoline|Distillate fuel oil|Jet fuel|Passenger cars|Light trucks|Motorcycles|Heavy trucks and buses|Aviation|Rail freight|Inland waterways|Public transit|
Grants to States|Administrative expenses|Direct loans outstanding|Guaranteed loans|Trust fund balances|Interest on the public debt|Unobligated balance, end of year|Salaries and benefits|
Travel and transportation of persons|Rent, communications and utilities|Printing and reproduction|Supplies and materials|Equipment|Land and structures|Insurance claims and indemnities|
Violent crime|Property crime|Motor vehicle theft|Larceny|Burglary|Aggravated assault|Wheat|Corn for grain|Soybeans|Upland cotton|Rice|Sorghum|Cattle and calves|Hogs and pigs|Milk|Broilers|
Public elementary schools|Public secondary schools|Private schools|Charter schools|Teachers in full-time equivalents|Pupils enrolled in special education programs|Students eligible for free lunch|
Influenza and pneumonia|Diseases of the heart|Malignant neoplasms|Chronic lower respiratory diseases|Accidents (unintentional injuries)|Diabetes mellitus|Alzheimer's disease""".replace("\n", "").split("|")
HEADS = """Total|Number|Percent|Men|Women|All races|White|Black|Hispanic|Other|Under 18|18 to 64|65 and over|Average annual rate|Percent change|Standard error|Median|Mean|Low|High|Urban|Rural|
Estimate|Margin of error|Budget authority|Outlays|Actual|Enacted|Requested|Full time|Part time|Number of employees|Annual payroll ($1,000)|Value per unit|Share of total|Cumulative|Revenue|Expenses|
Net income|Sample size|Response rate|Production|Imports|Exports|Stocks|Consumption|Yield per acre|Area harvested|Price per bushel|Rate per 100,000|Cases reported|Deaths""".replace("\n", "").split("|")
GROUPS = "1990|1995|2000|2005|2009|2010|All students|Public schools|Private schools|Fiscal year 2009|Fiscal year 2010|United States|Northeast|Midwest|Males|Females|Original estimate|Revised estimate|First quarter|Second quarter|Change from previous year".split("|")
STUBS = "State|Industry|Characteristic|Item|Program|Area and year|Source|Agency|Category|Region|Type of expenditure|Age and sex|Crop|Selected cause"
SENTENCES = """The results of the survey show that a large number of respondents reported changes in their employment during the period under review.|Most of these changes were related to the general condition of
the regional economy rather than to the characteristics of the workers themselves.|Estimates for earlier years have been revised to take account of the benchmark that became available in March.|In addition, the office
reviewed the records of 1,204 cases that were closed before the end of the fiscal year.|Officials told us that they had begun to carry out the recommendations, but that no date had been set for their completion.|Figures may not add
to totals because of rounding, and are subject to sampling error as described in the appendix.|The agency has requested $45.3 million for this purpose, an increase of 4.6 percent over the amount enacted in 2009.|Between 1995 and
2005 the share of households with a telephone rose from 93.9 percent to 97.6 percent, while the number of lines fell.|Respondents were asked how often they had used the service in the last twelve months and whether they were satisfied with it.|
Two of the seven sites that we visited had no written policy on the retention of such records.|The model assumes that prices of energy grow at the rate of general inflation after the third year.|This chapter describes the methods by which the data were collected
and the definitions that are used throughout the report.|As the next section shows, differences between regions are larger than those between years.|Further work is needed before firm conclusions can be drawn about the effects of the program.""".replace("\n", " ").split("|")
TITLES = "Employment and earnings|Findings of the review|Background|Sources and limits of the data|Health of older persons|Energy consumption by sector|Federal spending on education|Results in brief|Scope and methodology|Housing conditions|Recommendations|Outlook".split("|")
PHRASES = """Develop guidance for field offices|Review of existing contracts|Completed in June 2009|In progress; expected by the end of the year|Not applicable to small facilities|Requires approval by the Administrator|Office of Inspector General|
Data are collected once a year by mail and by telephone|Covers all establishments with 20 or more employees|Quarterly report to the Congress|Increase the number of inspections|Train staff in the new procedures|Under review by counsel|Regional directors|
Annual survey of public libraries|Voluntary, no penalty for late filing|Reduce the backlog of applications by one half|Division of Planning|Submit corrected figures within 30 days|No action taken|Weekly|Monthly, by State|Samples are drawn from the register of taxpayers|
Implemented with changes|Bureau of Field Operations|Permits are issued for five years and may be renewed""".replace("\n", "").split("|")
NAMES = "J. Albright|M. Castellano|Ruth Okafor|D. P. Lindqvist|Sam Whitehorse|A. Moreau|Karen Yamada|T. O'Neill|B. Fitzgerald|Lena Novak|G. Ibarra|H. Petersen".split("|")
ABBREVIATIONS = "FY|GAO|DOE|EPA|CPS|BLS|USDA|NCES|HUD|SSA|FAA|NIH"
