/** A file of a list, and its name as it was given. */
export interface ListPath {
  path: string
  name: string
}
