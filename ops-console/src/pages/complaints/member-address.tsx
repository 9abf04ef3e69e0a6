import { RecordContextProvider, ResourceContextProvider, useGetOne, type RaRecord } from 'react-admin';
import { MaskedField, RevealProvider } from '@/kit/masked-field';

const MEMBERS = 'accounts.members';

/** The address of a member, masked until somebody says why they need it, as on the member's own page. */
export function MemberAddress({ id }: { id: string }) {
  const { data } = useGetOne<RaRecord<string>>(MEMBERS, { id });
  return (
    <ResourceContextProvider value={MEMBERS}>
      <RecordContextProvider value={data}>
        <RevealProvider permission="accounts.members.reveal">
          <MaskedField source="email" />
        </RevealProvider>
      </RecordContextProvider>
    </ResourceContextProvider>
  );
}
