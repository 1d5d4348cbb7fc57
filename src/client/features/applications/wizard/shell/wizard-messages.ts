import type { ToastContent } from '#client/ui/toast-store.ts'

/** What can be saved for: moving on or back, back to the review, to a section from the review, and signing out. */
export type SaveReason = 'next' | 'back' | 'review' | 'edit' | 'signOut'

/** What is said when a save fails (specification section 8, "Wizard"). */
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
