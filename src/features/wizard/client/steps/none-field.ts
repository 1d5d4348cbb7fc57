/** Label of the last option of a group: "None of these". */
export const noneField = (title: string) => `none.${title}` as const
