import { Check, Copy, Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '@/api/session';
import { useFormat } from '@/i18n/format';
import { announce } from '@/lib/announcer';
import { Button } from '@/ui/button/button';
import { Panel } from '@/ui/panel/panel';
import { TextField } from '@/ui/text-field/text-field';
import { useRevoke, type Invitation } from '../api/invitations';
import styles from './invitations-page.module.css';

/** One invitation: its code, its link to pass on, and what became of it. */
export function InvitationCard({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('invitations');
  const { date } = useFormat();
  const { id, code, uses, is_open: isOpen, expires_at: end } = invitation;
  const revoke = useRevoke(t('revokeFailed'));
  return (
    <Panel>
      <div className={styles.card}>
        <h2 className={styles.code}>{code}</h2>
        {isOpen ? (
          <>
            <Link invitation={invitation} />
            <p className="muted">{t('until', { date: date(end) })}</p>
            <div className="row">
              <PassOn url={invitation.url} />
              <Button variant="quiet" isPending={revoke.isPending} onPress={() => revoke.mutate(id)}>
                {t('revoke')}
              </Button>
            </div>
          </>
        ) : (
          <p className="muted">{uses > 0 ? t('used') : t('over')}</p>
        )}
      </div>
    </Panel>
  );
}

function Link({ invitation: { id, url } }: { invitation: Invitation }) {
  const { t } = useTranslation('invitations');
  return <TextField id={`link-${id}`} label={t('link')} value={url} onChange={() => undefined} isReadOnly />;
}

/** The device's own way to share, where it has one; else the link is copied. */
function PassOn({ url }: { url: string }) {
  const { t } = useTranslation('invitations');
  const { name } = useSettings();
  const [isCopied, setCopied] = useState(false);
  const canShare = 'share' in navigator;
  const pass = async () => {
    // Whoever closes the device's dialog shared nothing, and that is no failure.
    if (canShare) return navigator.share({ title: name, text: t('message', { name }), url }).catch(() => undefined);
    await navigator.clipboard.writeText(url);
    setCopied(true);
    announce(t('copied'));
  };
  return (
    <Button variant="line" icon={canShare ? Share2 : isCopied ? Check : Copy} onPress={() => void pass()}>
      {canShare ? t('share') : isCopied ? t('copied') : t('copy')}
    </Button>
  );
}
