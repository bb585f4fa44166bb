; SPDX-License-Identifier: Apache-2.0
; Newer clangs say in the metadata of calls of libm that they access nothing but errno: that does
; not hold for what the runtime keeps about arguments and results.
@name = private constant [2 x i8] c"n\00"
@type = private constant [4 x i8] c"int\00"

declare void @__cuttle_input(ptr, i64, ptr, ptr)
declare double @sqrt(double)

define i32 @main() {
  %n = alloca i32
  store i32 0, ptr %n
  call void @__cuttle_input(ptr %n, i64 4, ptr @name, ptr @type)
  %number = load i32, ptr %n, !tbaa !0
  %float = sitofp i32 %number to double
  %root = call double @sqrt(double %float), !tbaa !0
  %twelve = fcmp oeq double %root, 1.200000e+01
  br i1 %twelve, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 0
}

!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2, i64 0}
!2 = !{!"root"}
; // expect: paths == 2
; // expect: exhausted
