import { useState } from 'react'
import { MAX_TEXT_LENGTH } from '#features/applications/rules/round/subjects.ts'
import { TextArea, type TextAreaProps } from '#base/client/ui/text-area.tsx'
import { useTaskDraft } from './task-draft.ts'
import type { TaskProps } from './task-props.ts'

/** A client's unsaved message about an item; it survives a reload. */
export function useReply(task: Pick<TaskProps, 'application' | 'item'>) {
  const draft = useTaskDraft(task, 'words')
  const [reply, setReply] = useState(() => {
    const typed = draft.read()
    return typeof typed === 'string' ? typed : (task.item.reply ?? '')
  })
  return {
    reply,
    setReply: (typed: string) => {
      setReply(typed)
      draft.write(typed)
    },
  }
}

export const REPLY = 'reply'

type ReplyFieldProps = Pick<TextAreaProps, 'label' | 'hint' | 'error' | 'optional'> &
  ReturnType<typeof useReply>

/** The message beside an answer, or instead of one. */
export function ReplyField({ reply, setReply, ...field }: ReplyFieldProps) {
  return (
    <TextArea
      {...field}
      id={REPLY}
      name={REPLY}
      rows={3}
      maxLength={MAX_TEXT_LENGTH}
      value={reply}
      onChange={({ target }) => setReply(target.value)}
    />
  )
}
