import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/lib/paths';
import { useBlock } from '@/shared/block/block';
import BlockDialog from '@/shared/block/block-dialog';
import { showToast } from '@/ui/toast/toast';
import type { MemberProfile } from '../api/member';

/** Asks before a block; afterwards the person's page is gone, so it leads to the search. Load it lazily. */
export default function BlockPerson({ profile, onClose }: { profile: MemberProfile; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const block = useBlock(profile);
  const confirm = () =>
    block.mutate(undefined, {
      onSuccess: () => {
        void showToast({ text: t('block.done', { name: profile.name }) });
        void navigate(paths.members.to(), { replace: true });
      },
    });
  return <BlockDialog name={profile.name} isPending={block.isPending} onBlock={confirm} onClose={onClose} />;
}
