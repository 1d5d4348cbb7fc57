import { useState } from 'react'
import { notDone } from '#domain/corrections/done.ts'
import { Button } from '#client/ui/button.tsx'
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
      <Button
        type="submit"
        className="mt-8 w-full sm:w-auto"
        pending={save.isPending}
        pendingLabel="Saving..."
      >
        Save and continue
      </Button>
    </form>
  )
}
