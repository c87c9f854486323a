const TEETH = 28;
const [CENTRE, OUTER, INNER] = [48, 46, 42];

/** Path of the serrated edge. */
const EDGE = Array.from({ length: TEETH * 2 }, (_, index) => {
  const angle = (index * Math.PI) / TEETH;
  const reach = index % 2 === 0 ? OUTER : INNER;
  const at = (part: number): string => (CENTRE + reach * part).toFixed(2);
  return `${at(Math.cos(angle))} ${at(Math.sin(angle))}`;
}).join('L');

/** The shop's seal: the notes of its logo and a tick. */
export function Seal({ className }: { readonly className: string }) {
  return (
    <svg viewBox="0 0 96 96" aria-hidden="true" className={`text-action ${className}`}>
      <path d={`M${EDGE}z`} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      <circle cx="48" cy="48" r="35" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M30 29h24v14H30z" fill="none" stroke="currentColor" strokeWidth="2.4" />
      <circle cx="42" cy="36" r="2.8" fill="currentColor" />
      <path d="M38 46h13v8H38zM54 46h13v8H54z" fill="currentColor" />
      <path d="m36 64 8 7 16-14" fill="none" stroke="currentColor" strokeWidth="3.4" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
