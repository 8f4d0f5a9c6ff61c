/// The sine and cosine of an angle in degrees, exact for whole quarters of a turn.
///
/// Both together take less than either in the C library.
///
/// - Source: the polynomials of the Cephes library (Moshier), for an eighth of a turn to each side.
@inline(__always)
func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
  let angle = abs(degrees) < 1e9 ? degrees : degrees.truncatingRemainder(dividingBy: 360)
  guard angle.isFinite else { return (.nan, .nan) }
  let quarter = Int(angle * (1.0 / 90) + (angle < 0 ? -0.5 : 0.5))
  let rest = (angle - 90 * Double(quarter)) * (.pi / 180)
  let z = rest * rest
  let a = 1.58962301576546568060e-10 * z - 2.50507477628578072866e-8
  let b = (a * z + 2.75573136213857245213e-6) * z - 1.98412698295895385996e-4
  let c = (b * z + 8.33333333332211858878e-3) * z - 1.66666666666666307295e-1
  let sine = rest + rest * z * c
  let d = -1.13585365213876817300e-11 * z + 2.08757008419747316778e-9
  let e = (d * z - 2.75573141792967388112e-7) * z + 2.48015872888517045348e-5
  let f = (e * z - 1.38888888888730564116e-3) * z + 4.16666666666665929218e-2
  let cosine = 1 - z * 0.5 + z * z * f
  switch quarter & 3 {
  case 0: return (sine, cosine)
  case 1: return (cosine, -sine)
  case 2: return (-sine, -cosine)
  default: return (-cosine, sine)
  }
}
