import { useTranslation } from 'react-i18next';
import { useSettings, useUser } from '@/api/session';
import type { CompanyInfo } from '@/api/types';
import { useFormat } from '@/i18n/format';
import { chooseLanguage, LOCALES } from '@/i18n/locales';
import { useInBrowser } from '@/lib/in-browser';
import { readTrafficSource } from '@/lib/traffic-source';
import { Link } from '@/ui/link/link';
import { Logo } from '@/ui/logo/logo';
import { paths } from '@/lib/paths';
import { visitorCountry } from './model/country';
import { footerRules } from './model/footer';
import styles from './footer.module.css';

const PAYMENT_METHODS = ['mastercard', 'visa', 'applepay'];

/** Disclaimer, links, payment methods and company, as the rules of spec 2.49 and 2.50 allow. */
export function Footer() {
  const { t, i18n } = useTranslation();
  const settings = useSettings();
  const user = useUser();
  const isInBrowser = useInBrowser();
  const language = chooseLanguage(i18n.language);
  const rules = footerRules({
    language,
    country: visitorCountry(settings),
    hasTrafficSource: Boolean(user?.trafficsource ?? (isInBrowser && readTrafficSource())),
    companyId: settings.company_id,
  });
  return (
    <footer className={`on-deep ${styles.footer}`}>
      <div className={`wrap ${styles.columns}`}>
        <div className="stack">
          <Logo name={settings.name} />
          {settings.fictional_enabled && (
            <p>{t('footer.fictional', { label: settings.fictional_singular, labels: settings.fictional_plural })}</p>
          )}
          {rules.isUs && <p>{t('footer.us', { name: settings.name })}</p>}
          {rules.showsPaymentLogos && <PaymentLogos />}
        </div>
        <nav aria-label={t('footer.help')}>
          <ul>
            <FooterLink to={paths.staticPage.to('faq')} text={t('footer.faq')} />
            <FooterLink to={paths.staticPage.to('service')} text={t('footer.service')} />
            <FooterLink to={paths.complaints.to()} text={t('footer.complaints')} />
            <FooterLink to={paths.pricing.to()} text={t('footer.pricing')} />
            <FooterLink to={paths.staticPage.to('accessibility')} text={t('footer.accessibility')} />
            <FooterLink to={paths.langConfig.to()} text={t('language.label', { name: LOCALES[language].name })} />
          </ul>
        </nav>
        <nav aria-label={t('footer.rules')}>
          <ul>
            <FooterLink to={paths.staticPage.to('terms')} text={t('footer.terms')} />
            <FooterLink to={paths.staticPage.to('privacy')} text={t('footer.privacy')} />
            <FooterLink to={paths.staticPage.to('cookies')} text={t('footer.cookies')} />
            <FooterLink to={paths.staticPage.to('return-policy')} text={t('footer.returnPolicy')} />
            <FooterLink to={paths.staticPage.to('ban')} text={t('footer.ban')} />
            <FooterLink to={paths.staticPage.to('transparency')} text={t('footer.transparency')} />
          </ul>
        </nav>
        {rules.showsCompany && <Company company={settings.company} showsAddress={rules.showsAddress} />}
      </div>
    </footer>
  );
}

function FooterLink({ to, text }: { to: string; text: string }) {
  return (
    <li>
      <Link to={to}>{text}</Link>
    </li>
  );
}

function PaymentLogos() {
  const { t } = useTranslation();
  return (
    <ul className={styles.payment} aria-label={t('footer.payment')}>
      {PAYMENT_METHODS.map((name) => (
        <li key={name}>
          <img src={`/api/assets/paymentmethod/${name}.svg`} alt={t(`paymentMethod.${name}` as 'paymentMethod.visa')} />
        </li>
      ))}
    </ul>
  );
}

function Company({ company, showsAddress }: { company: CompanyInfo; showsAddress: boolean }) {
  const { t } = useTranslation();
  const { country } = useFormat();
  const place = [showsAddress && company.address, company.city, company.country && country(company.country)];
  return (
    <div className={styles.company}>
      <p className={styles.name}>{company.name}</p>
      <p>{place.filter(Boolean).join(', ')}</p>
      {company.kvk && <p>{t('footer.kvk', { number: company.kvk })}</p>}
      {company.vat_numbers.length > 0 && <p>{t('footer.vat', { numbers: company.vat_numbers.join(', ') })}</p>}
      {company.support_phone && <p>{t('footer.phone', { number: company.support_phone })}</p>}
    </div>
  );
}
