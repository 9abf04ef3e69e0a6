import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useIntroduction } from '@/features/landing/api/introduction';
import { TwoWindows } from '@/features/landing/components/two-windows';
import { AccountForm } from '@/features/signup/components/account-form';
import { CheckMail } from '@/features/signup/components/check-mail';
import { paths } from '@/lib/paths';

export { introduce as load } from '../introduce';

/** /members/{id}/landing3/{slug?}: two windows, one of them for whoever reads this (spec 2.7). */
export function Component() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const person = useIntroduction(id);
  const [mailedTo, setMailedTo] = useState<string>();
  const enter = () => void navigate(paths.signupMatches.to(person ? id : undefined));
  return (
    <main id="main">
      <TwoWindows person={person} own={null}>
        {mailedTo ? <CheckMail email={mailedTo} isPart /> : <AccountForm onDone={enter} onCheckMail={setMailedTo} />}
      </TwoWindows>
    </main>
  );
}
