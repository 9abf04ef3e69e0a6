import type { ReactNode } from 'react';
import styles from './rooms.module.css';

/** The rooms of the gallery, drawn at dusk: the walls in the brand's deep colour, and always one lamp. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 300 360" aria-hidden>
      <rect className={styles.floor} y="290" width="300" height="70" />
      {children}
    </svg>
  );
}

export const Hall = () => (
  <Drawing>
    <path className={styles.light} d="M95 290V150a55 55 0 0 1 110 0v140z" />
    <path className={styles.bright} d="M112 290V156a38 38 0 0 1 76 0v134z" />
    <path className={styles.light} d="M112 290h76l46 70H66z" opacity=".35" />
    <path className={styles.soft} d="M36 220h30v70H36zM234 220h30v70h-30z" />
    <path className={styles.line} d="M51 220v-44m0 10-12-14m12 14 12-16M249 220v-40m0 8-11-14m11 14 13-12" />
  </Drawing>
);

export const Library = () => (
  <Drawing>
    <path className={styles.soft} d="M40 70h220v220H40z" />
    <path className={styles.shade} d="M54 84h192v54H54zM54 152h192v54H54zM54 220h192v54H54z" />
    <path
      className={styles.paper}
      d="M60 94h14v44H60zM78 88h12v50H78zM128 98h18v40h-18zM176 92h13v46h-13zM62 166h18v40H62zM108 160h13v46h-13zM152 168h20v38h-20zM206 162h14v44h-14zM60 234h13v40H60zM118 230h16v44h-16zM190 236h13v38h-13z"
    />
    <path
      className={styles.ember}
      d="M94 96h10v42H94zM150 90h12v48h-12zM208 98h16v40h-16zM86 164h15v42H86zM176 158h12v48h-12zM78 228h14v46H78zM150 234h18v40h-18z"
    />
    <circle className={styles.light} cx="226" cy="250" r="15" />
    <path className={styles.line} d="M226 265v25" />
  </Drawing>
);

export const Kitchen = () => (
  <Drawing>
    <path className={styles.line} d="M150 0v70" />
    <path className={styles.light} d="M104 104a46 40 0 0 1 92 0z" />
    <path className={styles.light} d="M104 104h92l54 126H50z" opacity=".22" />
    <path className={styles.paper} d="M34 230h232v14H34z" />
    <path className={styles.soft} d="M58 244h12v80H58zM230 244h12v80h-12z" />
    <path
      className={styles.bright}
      d="M96 204h32v14a12 12 0 0 1-12 12h-8a12 12 0 0 1-12-12zM172 204h32v14a12 12 0 0 1-12 12h-8a12 12 0 0 1-12-12z"
    />
    <path className={styles.line} d="M106 192q-8-10 0-20m14 20q-8-10 0-20m62 20q-8-10 0-20m14 20q-8-10 0-20" />
  </Drawing>
);

export const Garden = () => (
  <Drawing>
    <circle className={styles.bright} cx="222" cy="92" r="26" />
    <path className={styles.leaf} d="M0 300q40-110 84-30 40-130 84-10 52-90 132 20v80H0z" />
    <path className={styles.soft} d="M88 250h124v12H88zM96 262h10v40H96zM194 262h10v40h-10zM88 218h124v10H88z" />
    <path className={styles.line} d="M48 300v-70" />
    <path className={styles.light} d="M34 230a14 16 0 0 1 28 0v10H34z" />
    <path className={styles.ember} d="M120 330a8 8 0 1 1 1 0zM176 322a7 7 0 1 1 1 0zM236 334a8 8 0 1 1 1 0z" />
  </Drawing>
);

export const Stairs = () => (
  <Drawing>
    <path className={styles.soft} d="M20 330h52v-36h52v-36h52v-36h52v-36h72v174H20z" />
    <path className={styles.line} d="M30 270 214 140h76M60 286v-36m52 0v-36m52 0v-38m52 0v-38" />
    <path className={styles.light} d="M222 62a28 28 0 0 1 56 0v58h-56z" />
    <path className={styles.bright} d="M232 66a18 18 0 0 1 36 0v54h-36z" />
    <path className={styles.line} d="M70 0v56" />
    <path className={styles.light} d="M50 84a20 28 0 0 1 40 0z" />
  </Drawing>
);
