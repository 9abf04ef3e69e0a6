import { Flag } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { Checkbox } from '@/ui/checkbox/checkbox';
import { ButtonLink } from '@/ui/link/link';
import { Modal, ModalAnswers } from '@/ui/modal/modal';
import { RadioGroup } from '@/ui/radio-group/radio-group';
import { TextArea } from '@/ui/text-area/text-area';
import { useReport, type Report, type ReportAnswer, type ReportSubject } from '../api/reports';
import { missing, REASONS, WORDS_MAX, type Reason } from '../model/report-reasons';

interface ReportDialogProps {
  subject: ReportSubject;
  /** Whose it is; nobody's name where they are absent, and cannot be blocked. */
  name?: string | undefined;
  /** Called when the member leaves; somebody who was blocked is gone from then on. */
  onClose: (isBlocked: boolean) => void;
}

/** Asks what is wrong with a profile, a photo or a message, then says what happens and by when. */
export default function ReportDialog({ subject, name, onClose }: ReportDialogProps) {
  const { t } = useTranslation('reports');
  const { data: report, mutate, isPending, error, variables } = useReport(subject);
  if (report) return <Thanks report={report} name={name} isBlocked={variables.block} onClose={onClose} />;
  const title = name === undefined ? t('title.unnamed') : t(`title.${subject.kind}`, { name });
  return (
    <Modal title={title} isOpen onClose={() => onClose(false)}>
      <p>{t('promise')}</p>
      <ProblemAlert lead={t('failed')} error={error} />
      <ReportForm name={name} isPending={isPending} onSend={mutate} onCancel={() => onClose(false)} />
    </Modal>
  );
}

interface ReportFormProps {
  name: string | undefined;
  isPending: boolean;
  onSend: (answer: ReportAnswer) => void;
  onCancel: () => void;
}

function ReportForm({ name, isPending, onSend, onCancel }: ReportFormProps) {
  const { t } = useTranslation('reports');
  const [reason, setReason] = useState<Reason | ''>('');
  const [words, setWords] = useState('');
  const [block, setBlock] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const lacks = isChecked ? missing(reason, words) : undefined;
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (reason !== '' && !missing(reason, words)) onSend({ reason, words, block });
  };
  return (
    <form className="stack" onSubmit={send} noValidate>
      <RadioGroup
        label={t('question')}
        value={reason}
        onChange={(value) => setReason(value as Reason)}
        error={lacks === 'reason' ? t('reasonMissing') : undefined}
        choices={REASONS.map((value) => ({ value, text: t(`reason.${value}`) }))}
      />
      <TextArea
        label={t(reason === 'other' ? 'wordsNeeded' : 'words')}
        rows={3}
        maxLength={WORDS_MAX}
        value={words}
        onChange={setWords}
        error={lacks === 'words' ? t('wordsMissing') : undefined}
      />
      {name !== undefined && (
        <Checkbox isSelected={block} onChange={setBlock} help={t('blockHelp', { name })}>
          {t('block', { name })}
        </Checkbox>
      )}
      <ModalAnswers>
        <Button type="submit" variant="primary" size="large" icon={Flag} wide isPending={isPending}>
          {t('send')}
        </Button>
        <Button size="large" wide onPress={onCancel}>
          {t('cancel')}
        </Button>
      </ModalAnswers>
    </form>
  );
}

interface ThanksProps {
  report: Report;
  name: string | undefined;
  isBlocked: boolean;
  onClose: (isBlocked: boolean) => void;
}

function Thanks({ report, name, isBlocked, onClose }: ThanksProps) {
  const { t } = useTranslation('reports');
  const format = useFormat();
  return (
    <Modal title={t('thanks.title')} isOpen onClose={() => onClose(isBlocked)}>
      <p role="status">{t('thanks.next', { number: report.number, date: format.dayAndTime(report.due_at) })}</p>
      <p>{t('thanks.told')}</p>
      {name !== undefined && <p>{t(isBlocked ? 'thanks.blocked' : 'thanks.stays', { name })}</p>}
      <ModalAnswers>
        <Button variant="primary" size="large" wide onPress={() => onClose(isBlocked)}>
          {t('thanks.close')}
        </Button>
        <ButtonLink to={paths.complaints.to()} size="large" wide>
          {t('thanks.mine')}
        </ButtonLink>
      </ModalAnswers>
    </Modal>
  );
}
