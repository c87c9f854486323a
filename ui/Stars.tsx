const STAR = 'M10 1.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L1.6 7.7l5.8-.8z';
const SIZES = { small: 'h-4', large: 'h-6' } as const;
const STAR_POSITIONS = [0, 20, 40, 60, 80];

interface StarsProps {
  /** 0 to 5; fractions fill a part of a star. */
  readonly value: number;
  /** The rating as text, for screen readers. */
  readonly label: string;
  readonly size?: keyof typeof SIZES;
}

/** One star in the current text colour. */
export const Star = ({ className }: { readonly className: string }) => (
  <svg aria-hidden="true" viewBox="0 0 20 20" className={className}>
    <path d={STAR} fill="none" stroke="currentColor" strokeWidth="1.2" strokeLinejoin="round" />
  </svg>
);

/** A rating as five stars. */
export function Stars({ value, label, size = 'small' }: StarsProps) {
  const width = Math.max(0, Math.min(100, value * 20));
  return (
    <svg role="img" aria-label={label} viewBox="0 0 100 20" className={`w-auto shrink-0 text-action ${SIZES[size]}`}>
      {STAR_POSITIONS.map((x) => (
        <path key={x} d={STAR} transform={`translate(${x})`} fill="none" stroke="currentColor" strokeLinejoin="round" />
      ))}
      {/* The filled stars are clipped at the value */}
      <svg width={width} height="20" viewBox={`0 0 ${width} 20`}>
        {STAR_POSITIONS.map((x) => (
          <path key={x} d={STAR} transform={`translate(${x})`} fill="currentColor" />
        ))}
      </svg>
    </svg>
  );
}
