import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import type { ReportSubject } from '@/features/cases/api/reports';
import { ReportHost } from '@/features/cases/components/report-host';
import type { ChatSlots, IcebreakersProps, ReportProps } from '@/features/chats/components/slots';
import { loadNamespaces } from '@/i18n';
import { paths } from '@/lib/paths';

const Chips = lazy(async () => {
  const [chips] = await Promise.all([
    import('@/features/chats/icebreakers/components/icebreaker-chips'),
    loadNamespaces(['icebreakers']),
  ]);
  return { default: chips.IcebreakerChips };
});

/** Reports a message or the person; after a block the conversation is gone, so it leads to the list. */
function Report({ subject: { kind, id }, name, onClose }: ReportProps) {
  const navigate = useNavigate();
  const subject: ReportSubject = kind === 'message' ? { kind, message_id: id } : { kind, member_id: id };
  const close = (isBlocked: boolean) => {
    onClose();
    if (isBlocked) void navigate(paths.chats.to(), { replace: true });
  };
  return <ReportHost subject={subject} name={name} onClose={close} />;
}

function Icebreakers({ onChoose }: IcebreakersProps) {
  return (
    <Suspense fallback={<span data-coming />}>
      <Chips onPick={onChoose} />
    </Suspense>
  );
}

/** What other features put into a conversation. */
export const CHAT_SLOTS: ChatSlots = { Report, Icebreakers };
