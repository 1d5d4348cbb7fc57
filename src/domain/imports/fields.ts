import { fieldNames, questionnaire, type FieldName } from '#domain/applications/wizard/questionnaire.ts'

/** Answers that are not imported: the address is the username, and children need several columns each. */
type LeftOut = 'emailAddress' | 'hasChildren' | 'childrenDetails'
const leftOut: ReadonlySet<FieldName> = new Set<LeftOut>(['emailAddress', 'hasChildren', 'childrenDetails'])

/** An answer that a column can hold. */
export type AnswerField = Exclude<FieldName, LeftOut>

/** Fields beside the answers, with their labels. */
const otherFields = {
  email: 'Email Address',
  firstName: 'First Name',
  middleNames: 'Middle Names',
  surname: 'Surname',
  wealthManager: 'Wealth Manager',
  status: 'Status',
  onboardedAt: 'Onboarded On',
  cancelledAt: 'Cancelled On',
  reviewedAt: 'Last Annual Review',
  externalReference: 'Your Reference',
  assetsUnderManagement: 'Assets under Management',
  remarks: 'Remarks',
} as const

/** What a column can hold. */
export type ImportField = keyof typeof otherFields | AnswerField

export const answerFields = fieldNames.filter((name): name is AnswerField => !leftOut.has(name))

/** The fields in the order of the screen. */
export const importFields: readonly [ImportField, ...ImportField[]] = [
  'email',
  'fullName',
  'firstName',
  'middleNames',
  'surname',
  'wealthManager',
  'status',
  'onboardedAt',
  'cancelledAt',
  'reviewedAt',
  'externalReference',
  'assetsUnderManagement',
  'remarks',
  ...answerFields.filter((name) => name !== 'fullName'),
]

/** The label of a field. */
export function importFieldLabel(field: ImportField): string {
  return field in otherFields
    ? otherFields[field as keyof typeof otherFields]
    : questionnaire[field as AnswerField].label
}

/** Headers of other systems, in English and Afrikaans, folded and without spaces. */
export const synonyms: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  email: [
    'email',
    'emailaddress',
    'mail',
    'email1value',
    'primaryemail',
    'epos',
    'eposadres',
    'username',
    'login',
  ],
  fullName: ['name', 'clientname', 'client', 'naam', 'vollenaam', 'surnamefirst', 'naamenvan'],
  firstName: ['firstnames', 'forename', 'forenames', 'givenname', 'voornaam', 'voorname', 'first'],
  middleNames: ['middlename', 'additionalname', 'secondname', 'tweedenaam', 'middelname'],
  surname: ['lastname', 'familyname', 'van', 'last'],
  wealthManager: [
    'adviser',
    'advisor',
    'manager',
    'adviseur',
    'broker',
    'planner',
    'relationshipmanager',
    'financialadviser',
    'financialadvisor',
    'wealthadviser',
  ],
  status: ['clientstatus', 'state', 'stand'],
  assetsUnderManagement: [
    'aum',
    'assets',
    'portfoliovalue',
    'funds',
    'fundsundermanagement',
    'marketvalue',
    'batesonderbestuur',
  ],
  remarks: ['remark', 'notes', 'note', 'comment', 'comments', 'opmerking', 'opmerkings', 'notas'],
  onboardedAt: [
    'onboarded',
    'onboardingdate',
    'clientsince',
    'startdate',
    'joined',
    'datejoined',
    'klientsedert',
  ],
  cancelledAt: ['cancelled', 'enddate', 'closed', 'closedon', 'terminated'],
  reviewedAt: ['lastreview', 'reviewdate', 'lastreviewed', 'annualreview', 'laastehersiening'],
  externalReference: [
    'reference',
    'clientcode',
    'code',
    'clientnumber',
    'clientno',
    'clientid',
    'verwysing',
    'kode',
  ],
  idNumber: ['id', 'idno', 'idnr', 'identitynumber', 'idnommer', 'idpassport', 'idpassportnumber', 'rsaid'],
  idDocumentType: ['idtype', 'documenttype', 'typeofid'],
  dateOfBirth: ['dob', 'birthdate', 'birthday', 'geboortedatum', 'birthdaydate'],
  salutation: ['title', 'titel', 'nameprefix'],
  mobileNumber: [
    'mobile',
    'cell',
    'cellphone',
    'cellnumber',
    'cellno',
    'selnommer',
    'sel',
    'selfoon',
    'mobileno',
    'mobilephone',
    'phone1value',
    'selfoonnommer',
  ],
  taxIncomeNumber: [
    'taxnumber',
    'taxno',
    'incometaxnumber',
    'taxref',
    'taxreference',
    'belastingnommer',
    'sarsnumber',
  ],
  country: ['land', 'residence', 'address1country', 'homecountry', 'homecountryregion', 'countryregion'],
  addressLine1: [
    'address',
    'address1',
    'street',
    'streetaddress',
    'adres',
    'straat',
    'address1street',
    'homestreet',
    'homeaddress',
  ],
  addressLine2: ['address2', 'address1extendedaddress', 'homestreet2', 'complex', 'building'],
  addressLine3: ['address3', 'homestreet3', 'suburb', 'voorstad'],
  city: ['town', 'address1city', 'homecity', 'stad', 'dorp'],
  stateProvince: ['province', 'provinsie', 'region', 'address1region', 'homestate'],
  postalCode: ['postcode', 'address1postalcode', 'homepostalcode', 'zip', 'zipcode', 'poskode'],
  occupation: ['job', 'organizationtitle', 'organization1title', 'jobtitle', 'profession', 'beroep'],
  employerName: ['employer', 'company', 'organizationname', 'organization1name', 'werkgewer'],
  annualIncome: ['income', 'salary', 'grossincome', 'inkomste', 'jaarlikseinkomste'],
  maritalStatus: ['marital', 'huwelikstatus', 'huwelikstaat'],
}

export const importableStatuses = ['draft', 'onboarded', 'cancelled'] as const
/** Statuses that a client can be imported with: the others are decisions on documents that do not exist here. */
/** Cancelled clients are not invited. */
export const invitableStatuses = ['draft', 'onboarded'] as const satisfies ImportableStatus[]

export type ImportableStatus = (typeof importableStatuses)[number]

/** Statuses of other systems, folded. */
export const statusSynonyms: ReadonlyMap<string, ImportableStatus> = new Map([
  ...['draft', 'prospect', 'lead', 'new', 'pending', 'konsep'].map((text) => [text, 'draft'] as const),
  ...['onboarded', 'active', 'client', 'current', 'aktief', 'klient'].map(
    (text) => [text, 'onboarded'] as const,
  ),
  ...['cancelled', 'canceled', 'closed', 'inactive', 'lapsed', 'left', 'gekanselleer', 'onaktief'].map(
    (text) => [text, 'cancelled'] as const,
  ),
])
