import { Alert } from '@mui/material';
import { useGetIdentity, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Identity } from '@/providers/auth-provider';

const FEW = 3;

/** That recovery codes run out, and the way to make new ones. */
export function CodesNotice() {
  const translate = useTranslate();
  const { identity } = useGetIdentity() as { identity?: Identity };
  const left = identity?.recoveryCodesLeft ?? Infinity;
  if (left > FEW) return null;
  return (
    <Alert square severity="warning" className="codes-notice">
      {translate('pages.account.codes.left', left)} <Link to="/account">{translate('pages.account.codes.button')}</Link>
    </Alert>
  );
}
