import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useUser } from '@/api/session';
import { currentLanguage } from '@/i18n';
import { fileSize } from '@/shared/units/units';
import { useFormat } from '@/i18n/format';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Button } from '@/ui/button/button';
import { FileLink } from '@/ui/link/file-link';
import { exportFile, exportQuery, useAskExport, type DataExport } from '../api/account';

/** A copy of everything that is known of the member, to ask for and to fetch (promise 8). The page gives the heading. */
export function ExportPanel() {
  const { t } = useTranslation('account-settings');
  const { data, error } = useQuery(exportQuery);
  const ask = useAskExport();
  const failure = ask.error ?? error;
  return (
    <div className="stack">
      <p>{t('export.lead')}</p>
      <ProblemAlert lead={t('export.failed')} error={failure} />
      {data?.export && <Newest made={data.export} />}
      {data?.may_ask && (
        <div>
          <Button onPress={() => ask.mutate()} isPending={ask.isPending}>
            {t(data.export ? 'export.again' : 'export.ask')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Newest({ made }: { made: DataExport }) {
  const { t } = useTranslation('account-settings');
  const format = useFormat();
  const isMailed = useUser()?.status === 'active';
  if (made.state === 'waiting') return <p role="status">{t(isMailed ? 'export.waiting' : 'export.waitingHere')}</p>;
  if (made.state === 'expired' || !made.expires_at) return null;
  return (
    <>
      <p role="status">{t('export.ready', { day: format.date(made.asked_at), until: format.date(made.expires_at) })}</p>
      <div>
        <FileLink href={exportFile} variant="primary" icon={Download}>
          {t('export.fetch', { size: fileSize(currentLanguage(), made.size ?? 0) })}
        </FileLink>
      </div>
    </>
  );
}
