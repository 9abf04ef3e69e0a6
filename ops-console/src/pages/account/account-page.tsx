import { Button, Card, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { TextInput, Title, required, useGetIdentity, useLocaleState, useNotify, useTranslate } from 'react-admin';
import { LANGUAGES, ownName, type Language } from '@/i18n/language';
import { FormDialog } from '@/kit/form-dialog';
import { codeInput, passwordInput } from '@/kit/proof-inputs';
import { useSessionAnew } from '@/kit/use-session-anew';
import { UsernameInput } from '@/kit/username-input';
import type { Identity } from '@/providers/auth-provider';
import { api, dataOf } from '@/providers/http';
import type { Proof } from '@/providers/schema';
import './account.css';

const NEEDED = [required()];
const isSame = (value: string, { new_password: chosen }: Record<string, unknown>) =>
  value === chosen ? undefined : 'pages.account.password.differ';
const REPEATED = [required(), isSame];

/** One's own way into the console: another password, and new recovery codes. */
export function AccountPage() {
  const { identity } = useGetIdentity() as { identity?: Identity };
  return (
    <div className="account">
      <Title title="pages.account.title" />
      {identity ? (
        <p>
          <b>{identity.fullName}</b>, {identity.email}
        </p>
      ) : null}
      <LanguageCard />
      <PasswordCard />
      <CodesCard left={identity?.recoveryCodesLeft} />
    </div>
  );
}

function LanguageCard() {
  const translate = useTranslate();
  const notify = useNotify();
  const askAnew = useSessionAnew();
  const [shown] = useLocaleState();
  const choose = async (language: Language) => {
    try {
      await api.PUT('/ops/api/session/language', { body: { language } });
      await askAnew();
    } catch (error) {
      notify(error instanceof Error ? error.message : 'ops.unreachable', { type: 'error' });
    }
  };
  return (
    <Card component="section" aria-labelledby="language">
      <h2 id="language">{translate('pages.account.language.title')}</h2>
      <p>{translate('pages.account.language.text')}</p>
      <TextField
        select
        label={translate('pages.account.language.title')}
        value={shown}
        onChange={(event) => void choose(event.target.value as Language)}
      >
        {LANGUAGES.map((language) => (
          <MenuItem key={language} value={language} lang={language}>
            {ownName(language)}
          </MenuItem>
        ))}
      </TextField>
    </Card>
  );
}

function PasswordCard() {
  const translate = useTranslate();
  const notify = useNotify();
  const [isOpen, setOpen] = useState(false);
  return (
    <Card component="section" aria-labelledby="password">
      <h2 id="password">{translate('pages.account.password.title')}</h2>
      <p>{translate('pages.account.password.text')}</p>
      <Button onClick={() => setOpen(true)}>{translate('pages.account.password.button')}</Button>
      {isOpen ? (
        <FormDialog
          title="pages.account.password.button"
          text="pages.account.password.ask"
          submit="pages.account.password.button"
          onClose={() => setOpen(false)}
          onSubmit={async ({ password, code, new_password }: Proof & { new_password: string }) => {
            await api.POST('/ops/api/session/password', { body: { password, code, new_password } });
            setOpen(false);
            notify('pages.account.password.done', { type: 'success' });
          }}
        >
          <UsernameInput />
          {passwordInput('pages.account.password.present')}
          {codeInput()}
          <TextInput
            source="new_password"
            type="password"
            label="pages.account.password.chosen"
            autoComplete="new-password"
            validate={NEEDED}
          />
          <TextInput
            source="repeat"
            type="password"
            label="pages.account.password.repeat"
            autoComplete="new-password"
            validate={REPEATED}
          />
        </FormDialog>
      ) : null}
    </Card>
  );
}

function CodesCard({ left }: { left: number | undefined }) {
  const translate = useTranslate();
  const askAnew = useSessionAnew();
  const [isOpen, setOpen] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Card component="section" aria-labelledby="codes">
      <h2 id="codes">{translate('pages.account.codes.title')}</h2>
      <p>{translate('pages.account.codes.text')}</p>
      {left === undefined ? null : <p>{translate('pages.account.codes.left', left)}</p>}
      {codes ? (
        <NewCodes codes={codes} />
      ) : (
        <Button onClick={() => setOpen(true)}>{translate('pages.account.codes.button')}</Button>
      )}
      {isOpen ? (
        <FormDialog
          title="pages.account.codes.button"
          text="pages.account.codes.ask"
          submit="pages.account.codes.button"
          onClose={() => setOpen(false)}
          onSubmit={async (body: Proof) => {
            const answer = await dataOf(api.POST('/ops/api/session/recovery-codes', { body }));
            setCodes(answer.recovery_codes);
            setOpen(false);
            await askAnew();
          }}
        >
          <UsernameInput />
          {passwordInput('pages.account.password.present')}
          {codeInput()}
        </FormDialog>
      ) : null}
    </Card>
  );
}

function NewCodes({ codes }: { codes: readonly string[] }) {
  const translate = useTranslate();
  const notify = useNotify();
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    notify('pages.account.codes.copied');
  };
  return (
    <>
      <output>{translate('pages.account.codes.new')}</output>
      <ul className="codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button onClick={() => void copy()}>{translate('pages.account.codes.copy')}</Button>
    </>
  );
}
