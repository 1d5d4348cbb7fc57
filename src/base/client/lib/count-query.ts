/**
 * Options of counts in the header: fresh for a minute, and read when a page opens or the window gets the focus. Not
 * polled, since that would keep an idle session alive.
 */
export const COUNT_QUERY = { staleTime: 60_000, refetchOnWindowFocus: true } as const
