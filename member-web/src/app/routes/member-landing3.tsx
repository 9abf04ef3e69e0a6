import type { QueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, type LoaderFunctionArgs } from 'react-router';
import { useIntroduction } from '@/features/landing/api/introduction';
import { TwoWindows } from '@/features/landing/components/two-windows';
import { startLander, useOwnWords } from '@/features/landing/landers/api/landers';
import { AccountForm } from '@/features/signup/components/account-form';
import { paths } from '@/lib/paths';
import { introduce } from '../introduce';

export const load = (client: QueryClient, args: LoaderFunctionArgs) =>
  Promise.all([introduce(client, args), startLander(client, 'landing3', args.params.slug)]);

/** /members/{id}/landing3/{slug?}: two windows, one of them for whoever reads this (spec 2.7). */
export function Component() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const person = useIntroduction(id);
  const own = useOwnWords('landing3');
  const enter = () => void navigate(paths.signupMatches.to(person ? id : undefined));
  return (
    <main id="main">
      <TwoWindows person={person} own={own}>
        <AccountForm onDone={enter} button={own?.button} />
      </TwoWindows>
    </main>
  );
}
