import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { readInvite } from '@/lib/invite';
import { paths } from '@/lib/paths';
import { Alert } from '@/ui/alert/alert';
import { Button } from '@/ui/button/button';
import { ButtonLink } from '@/ui/link/link';
import { TextField } from '@/ui/text-field/text-field';
import { useInvitation } from '../api/invitation';
import type { Access } from '../model/access';
import type { SignupAccessProps } from './signup-access';

/** The sign-up of a site that is not open to everybody; in a chunk of its own, because most sites never need it. */
export default function SignupClosed({
  access,
  next,
  children,
}: SignupAccessProps & { access: Exclude<Access, 'open'> }) {
  if (access === 'by-invitation') return <ByInvitation next={next}>{children}</ByInvitation>;
  return <Closed access={access} next={next} />;
}

/** Says why nobody can come in here now. */
function Closed({ access, next }: { access: 'by-link' | 'closed'; next: string | undefined }) {
  const { t } = useTranslation('signup');
  return (
    <div className="stack">
      <Alert lead={t(`door.${access}.lead`)}>{t(`door.${access}.text`)}</Alert>
      <ButtonLink to={paths.login.to(next)}>{t('account.login')}</ButtonLink>
    </div>
  );
}

/** The form opens once a code is good; a link brings its code along. */
function ByInvitation({ children, next }: SignupAccessProps) {
  const { t } = useTranslation('signup');
  const [code, setCode] = useState(readInvite);
  const [typed, setTyped] = useState(code);
  const { isOpen, isFetching } = useInvitation(code);
  if (code && isOpen) {
    return (
      <div className="stack">
        <Alert tone="ok" lead={t('door.invited')} live />
        {children(code)}
      </div>
    );
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setCode(typed.trim());
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <Alert lead={t('door.by-invitation.lead')}>{t('door.by-invitation.text')}</Alert>
      <TextField
        id="invite"
        label={t('door.code')}
        help={t('door.codeHelp')}
        value={typed}
        onChange={setTyped}
        maxLength={40}
        autoComplete="off"
        error={code && isOpen === false ? t('door.refused') : undefined}
      />
      <div className="row">
        <Button type="submit" variant="primary" size="large" isPending={isFetching}>
          {t('door.check')}
        </Button>
        <ButtonLink to={paths.login.to(next)} size="large">
          {t('account.login')}
        </ButtonLink>
      </div>
    </form>
  );
}
