import { useQueryClient } from '@tanstack/react-query'
import type { FirmSectionState, FirmSettingsState } from '#features/firm/api.ts'
import { queryFor } from '#base/client/lib/query-client.ts'
import { useRefreshBranding } from '#features/brand/client/shell/branding.tsx'

/** The firm's settings. */
export const firmQuery = queryFor('GET /api/firm/settings')

/** Puts a saved section into the cache, and shows the new branding on this page. */
export function useSaved(): (saved: FirmSectionState) => Promise<void> {
  const client = useQueryClient()
  const refreshBranding = useRefreshBranding()
  return async (saved) => {
    client.setQueryData<FirmSettingsState>(
      firmQuery.queryKey,
      (state) =>
        state && {
          ...state,
          sections: state.sections.map((section) => (section.id === saved.id ? saved : section)),
        },
    )
    await Promise.all([client.invalidateQueries({ queryKey: firmQuery.queryKey }), refreshBranding()])
  }
}
