import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/types';
import { useCost } from '@/i18n/cost';
import { paths } from '@/lib/paths';
import { Avatar } from '@/ui/avatar/avatar';
import { Label } from '@/ui/label/label';
import { Link } from '@/ui/link/link';
import { Panel } from '@/ui/panel/panel';
import { isolated } from '@/lib/isolated';
import styles from './wallet.module.css';

/** What each of the newest conversations cost so far. */
export function Spending({ conversations }: { conversations: readonly Schemas['ConversationOut'][] }) {
  const { t } = useTranslation('wallet');
  const cost = useCost();
  if (conversations.length === 0) return null;
  return (
    <Panel aria-labelledby="spending">
      <h3 id="spending">{t('spending')}</h3>
      <ul className={styles.list}>
        {conversations.map(({ id, profile, spent }) => (
          <li key={id}>
            <Link to={paths.chat.to(id)} className={styles.person}>
              <Avatar src={profile.photo?.thumb ?? null} size="small" />
              {isolated(profile.name)}
              {profile.fictional_label && <Label tone="fiction">{profile.fictional_label}</Label>}
            </Link>
            <span className="num">{cost(spent)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
