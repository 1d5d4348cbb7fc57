import { createContext, createElement, use, type ComponentType } from 'react'
import type { Role } from '#features/access/rules/roles.ts'
import type { Elements } from '#base/client/ui/elements.ts'

interface StaffFrameProps {
  role: Role
  /** `full`: the page brings its own margins. */
  width?: 'wide' | 'full'
  children: Elements
}

/** The frame of staff pages, which src/app puts together: navigation, bell, palette. */
export const StaffFrameContext = createContext<ComponentType<StaffFrameProps>>(({ children }) => children)

/** The layout of staff pages. */
export function StaffLayout(props: StaffFrameProps) {
  return createElement(use(StaffFrameContext), props)
}
