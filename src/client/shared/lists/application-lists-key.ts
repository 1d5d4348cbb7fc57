/** Which cached lists a change of an application is to be written into. */
export const applicationListsKey = ['applications-list'] as const
