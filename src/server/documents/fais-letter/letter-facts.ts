/** Who a disclosure letter is about. */
export interface LetterFacts {
  firm: {
    name: string
    tagline: string
    addressLines: readonly string[]
    phone: string
    email: string
    registrationNumber: string
    /** The number of the licence, as the register has it. */
    fspNumber: string
    /** What else is to be said of the licence; goes on in the same line. */
    licenceNote: string
    keyIndividual: string
    complianceOfficer: string
    insurance: string
  }
  representative: {
    name: string
    email: string
    qualifications: string
    experience: string
  }
  issuedOn: Date
  version: string
}
