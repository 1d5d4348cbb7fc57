import type { ToastContent } from '#base/client/ui/toast-store.ts'

/** Reasons to save: moving on or back, to the review or from it, and signing out. */
export type SaveReason = 'next' | 'back' | 'review' | 'edit' | 'signOut'

/** Messages of a failed save (specification section 8, "Wizard"). */
export const saveFailures: Readonly<Record<SaveReason, ToastContent>> = {
  next: { title: 'Error', description: 'Failed to save progress. Please try again.' },
  back: { title: 'Save Error', description: 'Failed to save your progress. Please try again.' },
  review: { title: 'Save Error', description: 'Failed to save your changes. Please try again.' },
  edit: {
    title: 'Navigation Error',
    description: 'Failed to navigate to the requested section. Please try again.',
  },
  signOut: { title: 'Save Error', description: 'Failed to save progress, but you will be signed out.' },
}

export const changesSaved: ToastContent = {
  title: 'Changes Saved',
  description: 'Your changes have been saved.',
}

export const progressSaved: ToastContent = {
  title: 'Progress Saved',
  description: 'You can carry on where you left off, on any device.',
}

export const newerAnswersShown: ToastContent = {
  title: 'Newer answers shown',
  description: 'Please check this page, then carry on.',
}
