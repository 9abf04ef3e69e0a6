import type { QueryClient } from '@tanstack/react-query';
import { useParams, type LoaderFunctionArgs } from 'react-router';
import { useIntroduction } from '@/features/landing/api/introduction';
import { Letter } from '@/features/landing/components/letter';
import { startLander, useOwnWords } from '@/features/landing/landers/api/landers';
import { introduce } from '../introduce';

export const load = (client: QueryClient, args: LoaderFunctionArgs) =>
  Promise.all([introduce(client, args), startLander(client, 'landing2', args.params.slug)]);

/** /members/{id}/landing2/{slug?}: a letter about somebody (spec 2.7). */
export function Component() {
  const { id = '' } = useParams();
  return (
    <main id="main">
      <Letter id={id} person={useIntroduction(id)} own={useOwnWords('landing2')} />
    </main>
  );
}
