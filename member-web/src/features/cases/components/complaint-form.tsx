import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '@/api/session';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { ErrorSummary } from '@/ui/error-summary/error-summary';
import { Select } from '@/ui/select/select';
import { TextArea } from '@/ui/text-area/text-area';
import { TextField } from '@/ui/text-field/text-field';
import { useComplain, type ReceivedComplaint } from '../api/complaints';
import { checkComplaint, TEXT_MAX, TOPICS, type ComplaintForm as Form, type Problem } from '../model/complaint';
import styles from './complaint-form.module.css';

interface ComplaintFormProps {
  onSent: (complaint: ReceivedComplaint) => void;
}

/** What a complaint is about, in one's own words, and for visitors where the answer goes. */
export function ComplaintForm({ onSent }: ComplaintFormProps) {
  const { t } = useTranslation('complaints');
  const isVisitor = useUser() === null;
  const { mutate, isPending, error } = useComplain();
  const [form, setForm] = useState<Form>({ topic: '', text: '', email: '' });
  const [trap, setTrap] = useState('');
  const [problems, setProblems] = useState<Problem[]>([]);
  const errorOf = (field: keyof Form) => {
    const problem = problems.find((one) => one.field === field);
    return problem && t(`form.${problem.text}`);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = checkComplaint(form, isVisitor);
    setProblems(found);
    const { topic, text, email } = form;
    if (found.length > 0 || topic === '') return;
    const complaint = { topic, text, website: trap, email: isVisitor ? email.trim() : '' };
    // A password manager may fill what nobody sees; whoever sends it once more is a person.
    mutate(complaint, { onSuccess: onSent, onError: () => setTrap('') });
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <ErrorSummary
        title={t('form.summary')}
        problems={problems.map(({ field, text }) => ({ field, message: t(`form.${text}`) }))}
      />
      <ProblemAlert lead={t('form.failed')} error={error} />
      <Select
        id="topic"
        label={t('form.topic')}
        emptyText={t('form.topicEmpty')}
        choices={TOPICS.map((value) => ({ value, text: t(`topic.${value}`) }))}
        value={form.topic}
        onChange={(topic) => setForm({ ...form, topic: topic as Form['topic'] })}
        error={errorOf('topic')}
      />
      <TextArea
        id="text"
        label={t('form.text')}
        help={t('form.textHelp')}
        rows={7}
        maxLength={TEXT_MAX}
        value={form.text}
        onChange={(text) => setForm({ ...form, text })}
        error={errorOf('text')}
      />
      {isVisitor && (
        <>
          <TextField
            id="email"
            name="email"
            type="email"
            label={t('form.email')}
            help={t('form.emailHelp')}
            autoComplete="email"
            value={form.email}
            onChange={(email) => setForm({ ...form, email })}
            error={errorOf('email')}
          />
          {/* Nobody sees or reaches this field; what is in it was written by a machine. */}
          <label className={styles.trap} aria-hidden inert>
            {t('form.trap')}
            <input
              name="leave-empty"
              autoComplete="off"
              data-1p-ignore
              data-bwignore
              data-lpignore="true"
              value={trap}
              onChange={(event) => setTrap(event.target.value)}
            />
          </label>
        </>
      )}
      <Button type="submit" variant="primary" size="large" isPending={isPending}>
        {t('form.send')}
      </Button>
    </form>
  );
}
