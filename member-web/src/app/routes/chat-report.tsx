import { useNavigate } from 'react-router';
import type { ReportSubject } from '@/features/cases/api/reports';
import { ReportHost } from '@/features/cases/components/report-host';
import type { RenderReport, ReportProps } from '@/features/chats/components/report-context';
import { paths } from '@/lib/paths';

/** Reports a message or the person; after a block the conversation is gone, so it leads to the list. */
function ChatReport({ subject: { kind, id }, name, onClose }: ReportProps) {
  const navigate = useNavigate();
  const subject: ReportSubject = kind === 'message' ? { kind, message_id: id } : { kind, member_id: id };
  const close = (isBlocked: boolean) => {
    onClose();
    if (isBlocked) void navigate(paths.chats.to(), { replace: true });
  };
  return <ReportHost subject={subject} name={name} onClose={close} />;
}

export const renderReport: RenderReport = (props) => <ChatReport {...props} />;
