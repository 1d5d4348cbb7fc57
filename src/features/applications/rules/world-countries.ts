import { countries as addressCountries } from '#features/applications/rules/wizard/countries.ts'

/** Countries besides those of an address, by their short English names. */
const further =
  'Afghanistan,Albania,Algeria,Andorra,Antigua and Barbuda,Armenia,Azerbaijan,Bahamas,Bahrain,Bangladesh,Barbados,Belarus,Belize,Benin,Bermuda,Bhutan,Bolivia,Bosnia and Herzegovina,British Virgin Islands,Brunei,Burkina Faso,Burundi,Cambodia,Cameroon,Cape Verde,Cayman Islands,Central African Republic,Chad,Colombia,Comoros,Costa Rica,Cuba,Djibouti,Dominica,Dominican Republic,Ecuador,El Salvador,Equatorial Guinea,Eritrea,Estonia,Fiji,Gabon,Gambia,Georgia,Gibraltar,Grenada,Guatemala,Guernsey,Guinea,Guinea-Bissau,Guyana,Haiti,Honduras,Iceland,Iran,Iraq,Isle of Man,Ivory Coast,Jamaica,Jersey,Jordan,Kazakhstan,Kiribati,Kosovo,Kuwait,Kyrgyzstan,Laos,Latvia,Lebanon,Liberia,Libya,Liechtenstein,Lithuania,Macao,Madagascar,Maldives,Mali,Marshall Islands,Mauritania,Mexico,Micronesia,Moldova,Monaco,Mongolia,Montenegro,Morocco,Myanmar,Nauru,Nepal,Nicaragua,Niger,North Korea,North Macedonia,Oman,Palau,Palestine,Panama,Papua New Guinea,Paraguay,Peru,Philippines,Puerto Rico,Qatar,Republic of the Congo,Romania,Russia,Rwanda,Saint Kitts and Nevis,Saint Lucia,Saint Vincent and the Grenadines,Samoa,San Marino,Sao Tome and Principe,Saudi Arabia,Senegal,Serbia,Seychelles,Sierra Leone,Slovakia,Slovenia,Solomon Islands,Somalia,South Korea,South Sudan,Sri Lanka,Sudan,Suriname,Syria,Taiwan,Tajikistan,Thailand,Timor-Leste,Togo,Tonga,Trinidad and Tobago,Tunisia,Turkey,Turkmenistan,Tuvalu,Uganda,Ukraine,Uruguay,Uzbekistan,Vanuatu,Vatican City,Venezuela,Vietnam,Yemen'.split(
    ',',
  )

const [home, ...others] = addressCountries

/** Countries of citizenship, birth and tax residency: South Africa first, the others by name. */
export const worldCountries: readonly string[] = [home, ...[...others, ...further].sort()]

const known = new Set(worldCountries)

/** Older and other names that people still write. */
const otherNames: Readonly<Record<string, string>> = {
  Swaziland: 'Eswatini',
  'Czech Republic': 'Czechia',
  Holland: 'Netherlands',
  'Great Britain': 'United Kingdom',
  England: 'United Kingdom',
  Burma: 'Myanmar',
  Macedonia: 'North Macedonia',
  "Côte d'Ivoire": 'Ivory Coast',
  Türkiye: 'Turkey',
  USA: 'United States',
  UK: 'United Kingdom',
}

/** The listed name of a country. */
export function countryName(text: string): string {
  return otherNames[text] ?? text
}

export function isCountry(text: string): boolean {
  return known.has(text)
}
