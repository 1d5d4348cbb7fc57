/** Category I sub-categories of financial products (FSCA, Determination of Fit and Proper Requirements). */
export const subCategories: Readonly<Record<string, string>> = {
  '1.1': 'Long-term insurance, subcategory A',
  '1.2': 'Short-term insurance, personal lines',
  '1.3': 'Long-term insurance, subcategory B1',
  '1.4': 'Long-term insurance, subcategory C',
  '1.5': 'Retail pension benefits',
  '1.6': 'Short-term insurance, commercial lines',
  '1.7': 'Pension funds benefits',
  '1.8': 'Shares',
  '1.9': 'Money market instruments',
  '1.10': 'Debentures and securitised debt',
  '1.11': 'Warrants, certificates and other instruments',
  '1.12': 'Bonds',
  '1.13': 'Derivative instruments',
  '1.14': 'Participatory interests in a collective investment scheme',
  '1.15': 'Forex investment',
  '1.16': 'Health service benefits',
  '1.17': 'Long-term deposits',
  '1.18': 'Short-term deposits',
  '1.19': 'Friendly society benefits',
  '1.20': 'Long-term insurance, subcategory B2',
  '1.21': 'Long-term insurance, subcategory B2-A',
  '1.22': 'Long-term insurance, subcategory B1-A',
  '1.23': 'Short-term insurance, personal lines A1',
  '1.24': 'Structured deposits',
  '1.25': 'Securities and instruments',
  '1.26': 'Participatory interest in a hedge fund',
}

/** A sub-category with the services that are authorised for it. */
export interface Service {
  code: string
  advice: boolean
  intermediary: boolean
}

const SERVICE = /^(\d\.\d{1,2}):(a?)(i?)$/u

/**
 * Reads services as they are stored, such as `1.8:ai,1.12:a` (a: advice, i: intermediary services), in the order of
 * the codes.
 *
 * @returns null for another text
 */
export function parseServices(text: string): Service[] | null {
  const parts = text.split(',').filter((part) => part !== '')
  const services = parts.map((part) => {
    const [, code = '', advice = '', intermediary = ''] = SERVICE.exec(part) ?? []
    return { code, advice: advice !== '', intermediary: intermediary !== '' }
  })
  const codes = services.map(({ code }) => code)
  const isValid =
    codes.every((code) => Object.hasOwn(subCategories, code)) &&
    new Set(codes).size === codes.length &&
    services.every(({ advice, intermediary }) => advice || intermediary)
  return isValid ? services.toSorted((a, b) => numberOf(a.code) - numberOf(b.code)) : null
}

/** The text of {@link parseServices}. Sub-categories without a service are left out. */
export function servicesText(services: readonly Service[]): string {
  return services
    .filter(({ advice, intermediary }) => advice || intermediary)
    .map(({ code, advice, intermediary }) => `${code}:${advice ? 'a' : ''}${intermediary ? 'i' : ''}`)
    .join(',')
}

/** Whether the firm's licence covers everything that a representative renders. */
export function isCovered(rendered: readonly Service[], licensed: readonly Service[]): boolean {
  return rendered.every((one) => {
    const licence = licensed.find(({ code }) => code === one.code)
    return (
      licence !== undefined && (!one.advice || licence.advice) && (!one.intermediary || licence.intermediary)
    )
  })
}

const numberOf = (code: string) => Number(code.split('.')[1])
