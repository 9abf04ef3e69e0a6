import { useTranslation } from 'react-i18next';

/** Names of ways to pay in the member's language; one that we do not know keeps the provider's name, else its id. */
export function useMethodName() {
  const { t, i18n } = useTranslation('shop');
  return (method: string, given = method): string =>
    i18n.exists(`shop:methods.${method}`) ? t(`methods.${method}` as 'methods.paypal') : given;
}
