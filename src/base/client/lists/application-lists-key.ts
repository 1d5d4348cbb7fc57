/** Key prefix of the cached lists that a change of an application is written into. */
export const applicationListsKey = ['applications-list'] as const
