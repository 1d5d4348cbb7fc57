interface AmountRow {
  label: string
  /** Explains it to clients who are unsure. */
  hint: string
  /** Where to find the number. */
  where: string
}

/** Assets by section, in form order (specification sections 2 and 3). The names are API keys. */
export const assetSections = [
  {
    title: 'Liquid Assets',
    items: {
      cashOnHand: {
        label: 'Cash on Hand',
        hint: 'At home or in a safe, in any currency',
        where: 'What you would count today',
      },
      savingsAccounts: {
        label: 'Savings Accounts',
        hint: 'Savings, current, cheque and tax-free accounts',
        where: 'The balance in your banking app or on the statement',
      },
      moneyMarketAccounts: {
        label: 'Money Market Accounts',
        hint: 'At a bank or in a money market fund',
        where: 'The balance on the statement',
      },
      otherCashEquivalents: {
        label: 'Other Cash Equivalents',
        hint: 'Notice and fixed deposits, treasury bills',
        where: 'The balance on the statement',
      },
    },
  },
  {
    title: 'Investments',
    items: {
      stocks: {
        label: 'Stocks',
        hint: 'Shares held in your own name',
        where: '“Market value” on your broker’s statement',
      },
      bonds: {
        label: 'Bonds',
        hint: 'Government or corporate, not a home loan',
        where: 'The amount on the statement or certificate',
      },
      unitTrusts: {
        label: 'Unit Trusts',
        hint: 'Collective investment schemes',
        where: '“Market value” on the quarterly statement',
      },
      pensionFunds: {
        label: 'Pension Funds',
        hint: 'Through your employer; the statement says which',
        where: '“Fund value” or “member share” on the benefit statement',
      },
      providentFunds: {
        label: 'Provident Funds',
        hint: 'Through your employer; the statement says which',
        where: '“Fund value” or “member share” on the benefit statement',
      },
      retirementAnnuities: {
        label: 'Retirement Annuities',
        hint: 'Your own retirement savings, including preservation funds and living annuities',
        where: '“Fund value” on your policy statement',
      },
      otherInvestments: {
        label: 'Other Investments',
        hint: 'Endowments, offshore, gold coins, crypto-assets',
        where: 'What they would sell for today',
      },
    },
  },
  {
    title: 'Property',
    items: {
      primaryResidence: {
        label: 'Primary Residence',
        hint: 'The home you live in',
        where: 'What it would sell for today, before taking off the bond',
      },
      investmentProperties: {
        label: 'Investment Properties',
        hint: 'Property you rent out, a holiday home, land',
        where: 'What they would sell for today, before taking off the bonds',
      },
    },
  },
  {
    title: 'Personal Property',
    items: {
      householdContents: {
        label: 'Household Contents',
        hint: 'Furniture and appliances',
        where: 'The insured amount on your household policy',
      },
      vehicles: {
        label: 'Vehicles',
        hint: 'Cars, bakkies, motorcycles, boats, caravans',
        where: 'What they would sell for today',
      },
      jewelleryCollectibles: {
        label: 'Jewellery & Collectibles',
        hint: 'Jewellery, watches, art, wine',
        where: 'The insured amount, or a valuation',
      },
      otherPersonalProperty: {
        label: 'Other Personal Property',
        hint: 'Tools, instruments, livestock and the like',
        where: 'What it would sell for today',
      },
    },
  },
  {
    title: 'Other Assets',
    items: {
      businessInterests: {
        label: 'Business Interests',
        hint: 'A share in a company, practice or farm',
        where: 'What your share would sell for today',
      },
      moneyOwedToYou: {
        label: 'Money Owed to You',
        hint: 'By family, friends, a company or a trust',
        where: 'What they still owe you',
      },
      otherAssets: {
        label: 'Other Assets',
        hint: 'Anything not listed above',
        where: 'What it would sell for today',
      },
    },
  },
] as const satisfies readonly { title: string; items: Readonly<Record<string, AmountRow>> }[]

/** Liabilities by section, in form order. */
export const liabilitySections = [
  {
    title: 'Bonds & Property Loans',
    items: {
      primaryResidenceBond: {
        label: 'Primary Residence Bond',
        hint: 'On the home you live in',
        where: 'The balance on the bond statement',
      },
      investmentPropertyBond: {
        label: 'Investment Property Bond',
        hint: 'On property you do not live in',
        where: 'The balance on the bond statement',
      },
    },
  },
  {
    title: 'Other Loans',
    items: {
      vehicleLoans: {
        label: 'Vehicle Loans',
        hint: 'Vehicle finance',
        where: 'The settlement amount in your banking app or on the statement',
      },
      studentLoans: {
        label: 'Student Loans',
        hint: 'From a bank, NSFAS or an employer',
        where: 'The balance on the statement',
      },
      personalLoans: {
        label: 'Personal Loans',
        hint: 'From a bank or lender, with no security',
        where: 'The balance on the statement',
      },
      otherLoans: {
        label: 'Other Loans',
        hint: 'From family, friends, a company or a trust',
        where: 'What you still owe',
      },
    },
  },
  {
    title: 'Credit Card & Other Debts',
    items: {
      creditCardBalances: {
        label: 'Credit Card Balances',
        hint: 'On all your cards',
        where: 'What you owe today, not the limit',
      },
      medicalDebt: {
        label: 'Medical Debt',
        hint: 'What your medical aid did not pay',
        where: 'The unpaid amount on the bills',
      },
      taxesOwed: {
        label: 'Taxes Owed',
        hint: 'Income tax, VAT, municipal rates',
        where: 'What is due on your SARS statement of account and your municipal bill',
      },
      otherLiabilities: {
        label: 'Other Liabilities',
        hint: 'Overdrafts, store accounts, maintenance',
        where: 'What you owe today',
      },
    },
  },
] as const satisfies readonly { title: string; items: Readonly<Record<string, AmountRow>> }[]

type KeysOfEach<Section> = Section extends { items: infer Items } ? keyof Items & string : never
export type AssetName = KeysOfEach<(typeof assetSections)[number]>
export type LiabilityName = KeysOfEach<(typeof liabilitySections)[number]>

/** A section of either form. */
export interface AmountSection<Name extends string = string> {
  title: string
  items: Readonly<Partial<Record<Name, AmountRow>>>
}

/** The amounts of a section, in order. */
export function namesOf<Name extends string>({ items }: Pick<AmountSection<Name>, 'items'>): Name[] {
  return Object.keys(items) as Name[]
}

function namesIn<Name extends string>(sections: readonly AmountSection<Name>[]): Name[] {
  return sections.flatMap(namesOf)
}

export const assetNames = namesIn<AssetName>(assetSections)
export const liabilityNames = namesIn<LiabilityName>(liabilitySections)
