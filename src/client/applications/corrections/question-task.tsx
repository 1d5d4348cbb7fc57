import { useState } from 'react'
import { notDone } from '#domain/corrections/done.ts'
import { SaveButton } from './save-button.tsx'
import type { TaskProps } from './task-props.ts'
import { useTaskSave } from './use-task-save.ts'
import { useWords, WordsField } from './words-field.tsx'

/** A question of staff, answered in words. */
export function QuestionTask(props: TaskProps) {
  const words = useWords(props)
  const save = useTaskSave(props)
  const [missing, setMissing] = useState(false)
  const isEmpty = words.reply.trim() === ''
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(isEmpty)
        if (isEmpty) document.getElementById('reply')?.focus()
        else save.mutate({ reply: words.reply })
      }}
    >
      <WordsField
        {...words}
        id="reply"
        label="Your answer"
        error={missing && isEmpty ? notDone.question : undefined}
      />
      <SaveButton isPending={save.isPending} />
    </form>
  )
}
