import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ApiError } from '@/api/api-error';
import { problemText } from '@/api/problem-text';
import { useFormat } from '@/i18n/format';
import { paths } from '@/lib/paths';
import { quoteQuery } from '@/shared/money/quote';
import { ProblemAlert } from '@/shared/problem/problem-alert';
import { Icon } from '@/ui/icon/icon';
import { Link } from '@/ui/link/link';
import { PageTitle } from '@/ui/page-title/page-title';
import { Panel } from '@/ui/panel/panel';
import { methodsQuery, shopQuery } from '../api/shop';
import { useLeave } from '../hooks/use-leave';
import { negative, ownCode } from '../model/bundles';
import { wishOf } from '../model/wish';
import { usePlaceOrder } from '../orders/api/orders';
import { CodeField } from './code-field';
import styles from './page.module.css';
import { PayForm } from './pay-form';
import { SumTable } from './sum-table';

interface PayPageProps {
  bundleId: string;
  /** The way that the address names. */
  method: string | null;
  /** The last order again: the same bundle, at today's price. */
  isRepeat?: boolean;
}

/** Pay for a bundle: what it comes to, a discount code, the way to pay, one button (spec 2.12, 2.35). */
export function PayPage({ bundleId, method, isRepeat = false }: PayPageProps) {
  const { t } = useTranslation('shop');
  const format = useFormat();
  const { code, setCode } = useCode(bundleId);
  const plain = useQuery(quoteQuery(bundleId, '')).data;
  const coded = useQuery({ ...quoteQuery(bundleId, code), enabled: code !== '', throwOnError: false });
  const isCodeGood = code !== '' && coded.data !== undefined && !coded.isError;
  const quote = isCodeGood ? coded.data : plain;
  const methods = useQuery(methodsQuery(bundleId, isCodeGood ? code : ''));
  const order = usePlaceOrder();
  const leave = useLeave();
  const codeError = coded.isError ? problemText(coded.error) : undefined;
  if (!quote) return null;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Link to={paths.credits.to()} className={styles.back}>
          <Icon of={ArrowLeft} />
          {t('pay.change')}
        </Link>
        <PageTitle>{isRepeat ? t('repeat.title') : t('pay.title')}</PageTitle>
      </div>
      <PayForm
        methods={methods}
        total={quote.total}
        first={method}
        directDebit={paths.directDebit.to(bundleId, isCodeGood ? code : '')}
        // A price that is about to change is nothing to pay.
        isPending={order.isPending || coded.isLoading}
        problem={
          order.isError && (
            <ProblemAlert lead={t(isUnsure(order.error) ? 'pay.unsure' : 'pay.refused')} error={order.error} />
          )
        }
        onPay={(list, choice) =>
          order.mutate(
            {
              bundle_id: bundleId,
              ...wishOf(list, choice),
              total_minor: quote.total.minor,
              start_now: choice.startNow,
              ...(isCodeGood && { code }),
              ...(isRepeat && { repeat: true }),
            },
            { onSuccess: leave },
          )
        }
      >
        <Panel aria-labelledby="your-order">
          <div className="stack">
            <h2 id="your-order">{t('order.title')}</h2>
            <SumTable
              rows={[
                { text: t('order.credits', { count: quote.credits }), money: quote.gross },
                ...(quote.discount.minor > 0
                  ? [{ text: t('order.discount', { code: quote.code }), money: negative(quote.discount) }]
                  : []),
              ]}
              total={{ text: t('order.totalVat'), money: quote.total }}
              note={{ text: t('order.vat', { percent: format.rate(quote.vat_percent) }), money: quote.vat }}
            />
            <CodeField
              key={isCodeGood ? 'used' : 'open'}
              code={code}
              why={quote.why}
              error={codeError}
              isPending={coded.isLoading}
              onUse={setCode}
            />
          </div>
        </Panel>
      </PayForm>
    </div>
  );
}

/** Whether the answer is missing, so that the same press again cannot pay twice. */
const isUnsure = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** The code in the address, else the discount that the member has for this bundle, until they type another or none. */
function useCode(bundleId: string) {
  const { data: shop } = useQuery(shopQuery);
  const [params] = useSearchParams();
  const [chosen, setCode] = useState(params.get('code'));
  return { code: chosen ?? (shop ? ownCode(shop, bundleId) : ''), setCode };
}
