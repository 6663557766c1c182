/** The polynomial of CRC-32, lowest power in the highest bit. Source: RFC 1952, section 8. */
const polynomial = 0xedb88320;
const one = 0x80000000;
/** One byte further: x to the 8th. */
const byte = 0x00800000;

/** The product of two polynomials over the field of two elements, modulo that of the CRC. */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= shifted;
    shifted = (shifted & 1) === 0 ? shifted >>> 1 : (shifted >>> 1) ^ polynomial;
  }
  return product >>> 0;
}

/** The factor that moves a CRC past this many bytes, for `joinCrc`. */
export function crcShift(bytes: number): number {
  let shift = one;
  let power = byte;
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiply(power, shift);
    power = multiply(power, power);
  }
  return shift;
}

/**
 * The CRC of two texts one behind the other, from the CRC of each and the shift of the second one's
 * length.
 */
export function joinCrc(first: number, second: number, shiftOfSecond: number): number {
  return (multiply(shiftOfSecond, first) ^ second) >>> 0;
}
