import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/lib/paths';
import { ButtonLink } from '@/ui/link/link';

/** The way to leaving (spec 2.33). The page gives the heading. */
export function DeleteLink() {
  const { t } = useTranslation('account-settings');
  return (
    <div className="stack">
      <p>{t('delete.lead')}</p>
      <div>
        <ButtonLink to={paths.deleteAccount.to()} icon={Trash2}>
          {t('delete.link')}
        </ButtonLink>
      </div>
    </div>
  );
}
