import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useDataProvider, useListContext, useNotify, useTranslate } from 'react-admin';
import type { OpsDataProvider } from '@/providers/data-provider';
import type { NamedFile } from '@/providers/http';
import { usePermission } from './use-permission';

/** Takes what the list finds away as a table, for whom that is allowed. */
export function ExportButton() {
  const { resource, sort, filterValues } = useListContext();
  const isAllowed = usePermission(`${resource}.export`);
  const provider = useDataProvider<OpsDataProvider>();
  const translate = useTranslate();
  const notify = useNotify();
  const [isBusy, setBusy] = useState(false);

  if (!isAllowed) return null;
  const take = async () => {
    setBusy(true);
    try {
      save(await provider.exportList(resource, { sort, filter: filterValues }));
    } catch (error) {
      notify(error instanceof Error ? error.message : 'ops.unreachable', { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button startIcon={<DownloadOutlined />} disabled={isBusy} onClick={() => void take()}>
      {translate('ops.export')}
    </Button>
  );
}

/** Hand a file to the browser. */
export function save({ name, content }: NamedFile) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
