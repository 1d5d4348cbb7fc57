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
  /** What a client has filled in, where the copy is one that was signed. */
  signed?: {
    clientName: string
    idNumber: string
    place: string
    on: Date
  }
}
