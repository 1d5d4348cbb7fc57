import { createContext, createElement, use, type ComponentType } from 'react'
import type { Role } from '#features/access/rules/roles.ts'
import type { Elements } from '#base/client/ui/elements.ts'
import type { IndexEntry } from '#base/client/ui/side-index.tsx'

/** A page of what the firm sets up, beside the index of all of them. */
export interface FirmPage {
  /** Its own sections, in the index. */
  under?: readonly IndexEntry[]
  /** Whether its address names none of them. */
  isIndex?: boolean
}

export interface StaffFrameProps {
  role: Role
  /** `full`: the page brings its own margins. */
  width?: 'wide' | 'full'
  /** A page of Firm. */
  firm?: FirmPage | true
  children: Elements
}

/** The frame of staff pages, which src/app puts together: navigation, bell, palette. */
export const StaffFrameContext = createContext<ComponentType<StaffFrameProps>>(({ children }) => children)

/** The layout of staff pages. */
export function StaffLayout(props: StaffFrameProps) {
  return createElement(use(StaffFrameContext), props)
}
