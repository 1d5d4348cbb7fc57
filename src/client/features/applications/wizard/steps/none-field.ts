/** The name of the choice that ends a group's question: "None of these". */
export const noneField = (title: string) => `none.${title}` as const
