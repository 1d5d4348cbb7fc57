/** The parties of a disclosure letter. */
export interface LetterFacts {
  firm: {
    name: string
    tagline: string
    addressLines: readonly string[]
    phone: string
    email: string
    registrationNumber: string
    /** The licence number, as registered. */
    fspNumber: string
    /** A remark about the licence, appended to its line. */
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
  /** What the client filled in, for a copy that was signed. */
  signed?: {
    clientName: string
    idNumber: string
    town: string
    on: Date
  }
}
