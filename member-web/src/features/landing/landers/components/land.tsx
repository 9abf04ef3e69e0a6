import styles from './land.module.css';

/** An invented landscape: blocks, parks, streets and a river, of no place in particular. */
export function Land() {
  return (
    <svg viewBox="0 0 1280 800" preserveAspectRatio="xMidYMid slice" className={styles.land} aria-hidden>
      <g className={styles.block}>
        <path d="M-20 50 210-10h190l60 160-220 110L-20 230zM500-20h230l50 180-230 70-110-80zM820-20h230l90 120-130 120-180-60zM1160-10h150v220l-110 10-60-100z" />
        <path d="m-20 290 230 30 40 170-270 60zM300 330l220-110 140 60-30 200-240 60-80-60zM730 250l210-20 90 130-140 150-210-20zM1080 330l120-70h110v260l-180 30-110-90z" />
        <path d="m-20 610 280-70 110 130-110 160H-20zM440 630l190-60 130 70-30 190H460l-70-90zM830 590l150-70 160 110-40 200H820zM1200 620l110-20v230h-110z" />
      </g>
      <g className={styles.park}>
        <path d="M570 250q80-40 130 40t-60 110-100-20 30-130z" />
        <path d="M1020 570q70-40 130 30t-10 130-110 0-10-160z" />
        <path d="M130 70q70-30 110 20t-30 90-80-20z" />
        <path d="M850 60q80-20 90 40t-80 60-60-50z" />
      </g>
      <path
        className={styles.water}
        strokeWidth="46"
        d="M-20 570c190-40 260 0 380-40s150-140 320-120 190 120 330 100 170-180 300-230"
      />
      <path className={styles.water} strokeWidth="16" d="M700-20c-20 140 40 260-10 400s-130 200-120 440" />
      <g className={styles.street}>
        <path
          strokeWidth="14"
          d="M-20 250c260 80 440-60 660-50s380 60 680 10M250-20c40 180-20 360 60 520s80 200 60 320M1060-20c-10 160 10 300-60 420s-60 240-80 420M-20 650c260-90 420 30 640-80s420-60 700-10"
        />
        <path
          strokeWidth="5"
          d="M480 40l300 60 260-40 260 60M520 330l240 30 250-20 290 60M820 120l-40 240 60 230M960 40l-20 320 60 240M640 560l40 240M150 300l60 220-40 260"
        />
      </g>
    </svg>
  );
}
