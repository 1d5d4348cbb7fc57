/** One line of an error summary: the id of the field (its name, dots included) and what is wrong with it. */
export type ErrorItem = { fieldId: string; message: string }

/**
 * Flattens the nested errors of React Hook Form into one list; each field is named by its path: `children.0.idNumber`.
 */
export function errorItems(errors: unknown, path = ''): ErrorItem[] {
  if (typeof errors !== 'object' || errors === null) return []
  if ('message' in errors && typeof errors.message === 'string' && errors.message !== '') {
    return [{ fieldId: path.replace(/\.root$/, ''), message: errors.message }]
  }
  return Object.entries(errors).flatMap(([key, inner]) =>
    key === 'ref' ? [] : errorItems(inner, path ? `${path}.${key}` : key),
  )
}
