/** The assets by section, in the order of the form (specification sections 2 and 3). The names are the API's keys. */
export const assetSections = [
  {
    title: 'Liquid Assets',
    items: {
      cashOnHand: 'Cash on Hand',
      savingsAccounts: 'Savings Accounts',
      moneyMarketAccounts: 'Money Market Accounts',
      otherCashEquivalents: 'Other Cash Equivalents',
    },
  },
  {
    title: 'Investments',
    items: {
      stocks: 'Stocks',
      bonds: 'Bonds',
      unitTrusts: 'Unit Trusts',
      pensionFunds: 'Pension Funds',
      providentFunds: 'Provident Funds',
      retirementAnnuities: 'Retirement Annuities',
      otherInvestments: 'Other Investments',
    },
  },
  {
    title: 'Property',
    items: { primaryResidence: 'Primary Residence', investmentProperties: 'Investment Properties' },
  },
  {
    title: 'Personal Property',
    items: {
      householdContents: 'Household Contents',
      vehicles: 'Vehicles',
      jewelleryCollectibles: 'Jewellery & Collectibles',
      otherPersonalProperty: 'Other Personal Property',
    },
  },
  {
    title: 'Other Assets',
    items: {
      businessInterests: 'Business Interests',
      moneyOwedToYou: 'Money Owed to You',
      otherAssets: 'Other Assets',
    },
  },
] as const

/** The liabilities by section, in the order of the form. */
export const liabilitySections = [
  {
    title: 'Bonds & Property Loans',
    items: {
      primaryResidenceBond: 'Primary Residence Bond',
      investmentPropertyBond: 'Investment Property Bond',
    },
  },
  {
    title: 'Other Loans',
    items: {
      vehicleLoans: 'Vehicle Loans',
      studentLoans: 'Student Loans',
      personalLoans: 'Personal Loans',
      otherLoans: 'Other Loans',
    },
  },
  {
    title: 'Credit Card & Other Debts',
    items: {
      creditCardBalances: 'Credit Card Balances',
      medicalDebt: 'Medical Debt',
      taxesOwed: 'Taxes Owed',
      otherLiabilities: 'Other Liabilities',
    },
  },
] as const

type KeysOfEach<Section> = Section extends { items: infer Items } ? keyof Items & string : never
export type AssetName = KeysOfEach<(typeof assetSections)[number]>
export type LiabilityName = KeysOfEach<(typeof liabilitySections)[number]>

/** A section of either form, as the code that treats both alike sees it. */
export interface AmountSection<Name extends string = string> {
  title: string
  items: Readonly<Partial<Record<Name, string>>>
}

function namesIn<Name extends string>(sections: readonly AmountSection<Name>[]): Name[] {
  return sections.flatMap((section) => Object.keys(section.items) as Name[])
}

export const assetNames = namesIn<AssetName>(assetSections)
export const liabilityNames = namesIn<LiabilityName>(liabilitySections)
